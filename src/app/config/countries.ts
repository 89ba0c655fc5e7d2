import { isSupportedCountry } from 'libphonenumber-js/max'
import { Refusal } from './error.ts'
import { listOf } from './parse.ts'

/** Countries by ISO 3166-1 code: only these, or all except these. */
export type Countries =
  | { readonly only: readonly string[]; readonly except?: undefined }
  | { readonly except: readonly string[]; readonly only?: undefined }

const parseItems = listOf((item) => {
  const code = item.replace(/^-/, '')
  if (!/^[A-Z]{2}$/.test(code) || !isSupportedCountry(code))
    throw new Refusal('is not the code of a country, in capital letters')
  return { code, denied: item !== code }
})

/** `US,CA` allows these; `-KP,-CU` denies those. */
export function parseCountries(text: string): Countries {
  const items = parseItems(text)
  const codes = items.map(({ code }) => code)
  if (items.every(({ denied }) => denied)) return { except: codes }
  if (items.some(({ denied }) => denied))
    throw new Refusal('has countries with and without a minus: either allow some or deny some')
  return { only: codes }
}
