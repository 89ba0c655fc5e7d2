import { expect, it } from 'vitest'
import { fieldsOf } from '../../../../web/console/registrations/filter/fields.ts'

it('gives every field of the filter its own label', () => {
  const role = { name: 'role', label: 'What do you do?', type: 'text', choices: [] } as never
  const labels = fieldsOf({ types: [], groups: [], sessions: [], fields: [role] }).map(({ label }) => label)
  expect(new Set(labels).size).toBe(labels.length)
})
