import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max'
import { spaceSlashes } from '../../kernel/text/words.ts'

/** Satellite, premium and shared-cost numbers: they cost the sender extra. */
const refusedCodes = new Set(['881', '882', '883', '870', '979', '808'])
/** Freephone, personal numbers and disaster relief: calling codes of no country. */
const sharedCodes = ['800', '878', '888']
const callingCodes = new Set<string>([
  ...getCountries().map((country) => getCountryCallingCode(country)),
  ...refusedCodes,
  ...sharedCodes,
])
const refusedTypes = new Set(['PREMIUM_RATE', 'SHARED_COST'])
const wiredTypes = new Set(['FIXED_LINE', 'TOLL_FREE'])

export type Phone = {
  readonly e164: string
  readonly countryCode: string
  readonly national: string
  readonly country: string | undefined
  readonly kind: 'mobile' | 'landline' | 'voip' | 'other'
  readonly refused: boolean
  /** True for a landline or a toll-free number. */
  readonly wired: boolean
}

/** Undefined if no numbering plan contains such a number. */
export function parsePhone(countryCode: string, text: string): Phone | undefined {
  const code = countryCode.replace(/^\+/, '')
  const number = spaceSlashes(text)
  if (!isCallingCode(code) || !/^[\d\s().+-]{3,24}$/.test(number)) return undefined
  const digits = number.replaceAll(/\D/g, '')
  const parsed = number.trim().startsWith('+')
    ? parsePhoneNumberFromString(`+${digits}`)
    : parsePhoneNumberFromString(digits, { defaultCallingCode: code })
  if (parsed === undefined || !parsed.isValid() || parsed.countryCallingCode !== code) return undefined
  return describe(parsed)
}

/** Parses a full international number, `+1 775 461 5609`; undefined if no numbering plan contains it. */
export function parseInternational(text: string): Phone | undefined {
  if (!/^\+[\d\s().-]{3,24}$/.test(spaceSlashes(text))) return undefined
  const parsed = parsePhoneNumberFromString(`+${text.replaceAll(/\D/g, '')}`)
  return parsed?.isValid() === true ? describe(parsed) : undefined
}

export function isCallingCode(code: string): boolean {
  return callingCodes.has(code.replace(/^\+/, ''))
}

/** Reads the `e164` of a number that was parsed before. Anything else may have digits that are not dialled: see `readGiven`. */
export function readPhone(e164: string): Phone {
  return new StoredPhone(e164)
}

/** Reads any international number, also with a zero that is not dialled: `+4407400123456`. */
export function readGiven(text: string): Phone {
  return describe(parseStored(text))
}

/** Parsing takes longer than decrypting, so it is done only if the digits alone are not enough. */
class StoredPhone implements Phone {
  readonly e164: string
  readonly countryCode: string
  readonly national: string
  #parsed: Phone | undefined

  constructor(e164: string) {
    this.e164 = e164
    this.countryCode = callingCodeOf(e164)
    this.national = e164.slice(1 + this.countryCode.length)
  }

  get refused(): boolean {
    if (refusedCodes.has(this.countryCode)) return true
    return mayCostExtra(this.countryCode, this.national) && this.#parse().refused
  }

  get country(): string | undefined {
    return this.#parse().country
  }

  get kind(): Phone['kind'] {
    return this.#parse().kind
  }

  get wired(): boolean {
    return this.#parse().wired
  }

  #parse(): Phone {
    this.#parsed ??= describe(parseStored(this.e164))
    return this.#parsed
  }
}

/** No calling code is the beginning of another one. */
function callingCodeOf(e164: string): string {
  const code = [2, 3, 4].map((end) => e164.slice(1, end)).find((start) => callingCodes.has(start))
  if (code === undefined) throw new Error('a stored phone number has no calling code')
  return code
}

const costlyNumbers = new Map<string, RegExp>()

/** Whether this is a premium or shared-cost number in any country with this calling code. */
function mayCostExtra(callingCode: string, national: string): boolean {
  let pattern = costlyNumbers.get(callingCode)
  if (pattern === undefined) {
    pattern = new RegExp(`^(?:${costlyPatterns(callingCode).join('|')})$`)
    costlyNumbers.set(callingCode, pattern)
  }
  return pattern.test(national)
}

function costlyPatterns(callingCode: string): string[] {
  const countries = getCountries().filter((country) => getCountryCallingCode(country) === callingCode)
  // The calling code itself names the plan of numbers that belong to no country.
  const plans = countries.length === 0 ? [callingCode as CountryCode] : countries
  return plans.flatMap((name) => {
    const metadata = new Metadata()
    metadata.selectNumberingPlan(name)
    // The library uses `type` itself but leaves it out of its types.
    const plan = metadata.numberingPlan as unknown as PlanWithTypes
    return [...refusedTypes].flatMap((type) => plan.type(type)?.pattern() || [])
  })
}

type PlanWithTypes = { type(name: string): { pattern(): string } | undefined }

function parseStored(e164: string): PhoneNumber {
  const parsed = parsePhoneNumberFromString(e164)
  if (parsed === undefined) throw new Error('a stored phone number fits no numbering plan')
  return parsed
}

function describe(parsed: PhoneNumber): Phone {
  const type = parsed.getType()
  return {
    e164: parsed.number,
    countryCode: parsed.countryCallingCode,
    national: parsed.nationalNumber,
    country: parsed.country,
    kind:
      type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE'
        ? 'mobile'
        : type === 'VOIP'
          ? 'voip'
          : type === 'FIXED_LINE'
            ? 'landline'
            : 'other',
    refused: refusedCodes.has(parsed.countryCallingCode) || (type !== undefined && refusedTypes.has(type)),
    wired: type !== undefined && wiredTypes.has(type),
  }
}

/** Formats a number for messages: `+1 775-461-5609`. */
export function showPhone({ e164 }: Phone): string {
  const [code, ...groups] = parseStored(e164)
    .formatInternational()
    .split(/[\s./-]+/)
  return `${code} ${groups.join('-')}`
}

/** `+1-XXX-XXX-XX02`: shows the last two digits and the grouping of the rest. */
export function maskForSend({ countryCode, national }: Phone): string {
  return `+${countryCode}-${grouped(mask(national, 2))}`
}

/** `XXX-XXX-1118`: shows the last four digits. */
export function maskForStatus({ national }: Phone): string {
  return grouped(mask(national, 4))
}

function mask(digits: string, shown: number): string {
  return 'X'.repeat(Math.max(0, digits.length - shown)) + digits.slice(-shown)
}

function grouped(text: string): string {
  const [first, second, rest] = [text.slice(0, 3), text.slice(3, 6), text.slice(6)]
  return [first, second, rest].filter((part) => part !== '').join('-')
}
