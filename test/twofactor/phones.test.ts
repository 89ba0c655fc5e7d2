import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { readGiven, readPhone } from '../../src/twofactor/base/phones.ts'

const callingCodes = [...new Set(getCountries().map((country) => getCountryCallingCode(country)))]
const refusedTypes: readonly (string | undefined)[] = ['PREMIUM_RATE', 'SHARED_COST']

/** The same valid numbers every time, of all calling codes. */
function validNumbers(perCode: number) {
  let state = 1
  const next = (below: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  return callingCodes.flatMap((code) =>
    Array.from({ length: perCode }, () => {
      const digits = Array.from({ length: 7 + next(5) }, () => next(10)).join('')
      const parsed = parsePhoneNumberFromString(`+${code}${digits}`)
      return parsed?.isValid() === true ? parsed : []
    }).flat(),
  )
}

describe('a stored phone number', () => {
  it('is described as the numbering plan describes it', () => {
    const numbers = validNumbers(150)
    const expected = numbers.map((number) => ({
      e164: number.number,
      countryCode: number.countryCallingCode,
      national: number.nationalNumber,
      country: number.country,
      refused: refusedTypes.includes(number.getType()),
    }))
    expect(expected.filter(({ refused }) => refused).length).toBeGreaterThan(30)
    const read = numbers.map(({ number }) => {
      const { e164, countryCode, national, country, refused } = readPhone(number)
      return { e164, countryCode, national, country, refused }
    })
    expect(read).toEqual(expected)
  })

  it('is refused if its calling code costs the sender extra', () => {
    for (const number of ['+881612345678', '+882123456789', '+979123456789'])
      expect(readPhone(number).refused, number).toBe(true)
  })

  it('must have a calling code', () => {
    expect(() => readPhone('+999123456')).toThrow('has no calling code')
  })
})

describe('a phone number as somebody wrote it', () => {
  it('is the one that is dialled', () => {
    expect(readGiven('+4407400123456').e164).toBe('+447400123456')
    expect(readGiven('+4407400123456').national).toBe('7400123456')
  })

  it('is refused if that costs the sender extra', () => {
    for (const number of ['+4409098790000', '+4909001234567', '+330899123456', '+119002345678'])
      expect(readGiven(number).refused, number).toBe(true)
  })
})
