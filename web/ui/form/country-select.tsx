import { type Locale, locale } from '../texts/i18n.ts'
import { type ControlProps, textOf } from './control.tsx'
import { formText } from './texts.ts'

/** ISO 3166-1 alpha-2. */
const codes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT ' +
  'JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY ' +
  'QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO ' +
  'TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

type Country = { code: string; name: string }

/** Kept for each language, because naming and sorting them takes longer than rendering them. */
const countries = new Map<Locale, readonly Country[]>()

/** Sorted by name in the page's language. */
function countriesIn(language: Locale): readonly Country[] {
  const known = countries.get(language)
  if (known !== undefined) return known
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  const { compare } = new Intl.Collator(language)
  const sorted = codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => compare(a.name, b.name))
  countries.set(language, sorted)
  return sorted
}

export function CountrySelect(props: ControlProps & { control: { id: string; class: string } }) {
  return (
    <select
      {...props.control}
      name={props.name}
      autocomplete="country"
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
      onBlur={props.onLeave}
    >
      <option value="">{formText('choose')}</option>
      {countriesIn(locale.value).map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </select>
  )
}
