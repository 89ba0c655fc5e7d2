import {
  getCountries,
  getCountryCallingCode,
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

/** Parses a phone number that was stored in E.164 form. */
export function readPhone(e164: string): Phone {
  return describe(parseStored(e164))
}

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
