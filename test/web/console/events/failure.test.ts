import { describe, expect, it } from 'vitest'
import { errorText } from '../../../../web/console/events/base/failure.ts'

describe('what is wrong with a member', () => {
  it.each([
    ['/contact/email', 'e-mail address'],
    ['/virtualUrl', 'starts with https://'],
    ['/code', 'letters, digits'],
    ['/start', 'Check the format.'],
  ])('says what %s should look like, if its name tells', (pointer, part) => {
    expect(errorText({ code: 'pattern', pointer })).toContain(part)
  })

  it('says the same of every member for other mistakes', () => {
    expect(errorText({ code: 'required', pointer: '/contact/email' })).toBe(errorText({ code: 'required' }))
  })
})
