import { getCountries } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { countries, isCountry } from '../../../src/events/form/values/countries.ts'

describe('countries', () => {
  it('are the 249 of ISO 3166-1, each once', () => {
    expect(countries).toHaveLength(249)
    expect(new Set(countries).size).toBe(249)
    expect(countries.every((code) => /^[A-Z]{2}$/.test(code))).toBe(true)
  })

  it('have names, and hold every country with phones but the three that ISO only reserves or leaves to users', () => {
    const names = new Intl.DisplayNames('en', { type: 'region' })
    expect(countries.filter((code) => names.of(code) === code)).toEqual([])
    expect(getCountries().filter((code) => !isCountry(code))).toEqual(['AC', 'TA', 'XK'])
  })
})
