import { expect, it } from 'vitest'
import { checkNumber } from '../../../web/authenticator/approvals/number.ts'

it.each([
  ['07', undefined],
  ['41', undefined],
  ['14', 'not-offered'],
  ['7', 'missing'],
  ['', 'missing'],
])('takes %j as %s', (typed, problem) => {
  expect(checkNumber(typed, ['41', '07', '93'])).toBe(problem)
})
