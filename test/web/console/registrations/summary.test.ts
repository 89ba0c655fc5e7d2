import { expect, it } from 'vitest'
import { newCondition, newGroup } from '../../../../web/console/registrations/filter/draft.ts'
import { opText, summarise } from '../../../../web/console/registrations/filter/summary.ts'

const words = { fields: [], zone: 'UTC' }
/** Without the marks that isolate the direction of inserted text. */
const told = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

it('negates in the comparison', () => {
  const without = { ...newCondition('company', 'contains', ['Ltd']), negated: true }
  expect(told(summarise(newGroup([without]), words))).toContain('does not contain “Ltd”')
})

it('reads negations of views that were saved before', () => {
  expect(opText('eq', true)).toBe(opText('ne', false))
  expect(opText('lt', true)).toBe('is at least')
})
