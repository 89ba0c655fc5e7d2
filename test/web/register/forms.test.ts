import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/setup.js'
import {
  answersOf,
  entriesOf,
  type FormField,
  type FormSection,
  shownNames,
} from '../../../src/client/forms.ts'
import { draftOf } from '../../../src/client/registration-page.ts'
import { fieldTypes } from '../../../src/events/form/field-types.ts'
import { countries } from '../../../src/events/form/values/countries.ts'
import { checkEntries } from '../../../web/ui/form/check.ts'

function field(name: string, members: Partial<FormField> = {}): FormField {
  return {
    id: name,
    name,
    label: name,
    help: null,
    type: 'text',
    required: false,
    choices: [],
    validation: {},
    visibleIf: null,
    personalData: null,
    perAttendee: false,
    ...members,
  }
}
const form = (...fields: FormField[]): FormSection[] => [{ id: 's', title: 'S', fields }]

describe('entries', () => {
  it('become answers, and answers entries again', () => {
    const sections = form(
      ...fieldTypes.map((type) => field(type, { type })),
      field('winter', { type: 'datetime' }),
    )
    const answers = {
      text: ' a ',
      textarea: 'a\nb',
      email: 'a@example.org',
      phone: '+4930123456',
      number: -3.5,
      boolean: true,
      consent: false,
      select: 'x',
      radio: 'y',
      multiselect: ['x', 'y'],
      date: '2031-05-06',
      time: '14:30',
      datetime: '2031-07-06T14:30:00-04:00',
      country: 'DE',
      url: 'https://example.org',
      winter: '2031-01-06T14:30:00-05:00',
    }
    const entries = entriesOf(sections, answers, 'America/New_York')
    expect(entries.datetime).toBe('2031-07-06T14:30')
    expect(answersOf(sections, entries, 'America/New_York')).toEqual(answers)
  })

  it('leave out what is empty and what a condition hides, and keep what cannot be read', () => {
    const sections = form(
      field('count', { type: 'number' }),
      field('ask', { type: 'boolean' }),
      field('why', { visibleIf: { field: 'ask', in: [true] } }),
      field('deep', { visibleIf: { field: 'why', in: ['x'] } }),
    )
    expect(answersOf(sections, { count: '1e3', why: 'x', deep: 'y' }, 'UTC')).toEqual({
      count: '1e3',
      ask: false,
    })
    expect([...shownNames(sections, { ask: 'true', why: 'x' }, 'UTC')]).toEqual([
      'count',
      'ask',
      'why',
      'deep',
    ])
    expect(answersOf(sections, { count: ' ', ask: true }, 'UTC')).toEqual({ ask: true })
  })
})

it('tells what is wrong at once, in words, and nothing of what is hidden', () => {
  const sections = form(
    field('role', { required: true }),
    field('mail', { type: 'email' }),
    field('age', { type: 'number', validation: { minimum: 18, integer: true } }),
    field('site', { type: 'url' }),
    field('terms', { type: 'consent', required: true }),
    field('why', { required: true, visibleIf: { field: 'role', in: ['other'] } }),
  )
  expect(checkEntries(sections, { mail: 'x@', age: '3,5', site: 'example.org' })).toEqual({
    role: 'Please fill this in.',
    mail: 'Please enter a valid e-mail address, such as name@example.org.',
    age: 'Please enter a whole number.',
    site: 'Please enter a web address that starts with https://.',
    terms: 'We need your consent for this.',
  })
  expect(checkEntries(sections, { role: 'other', age: '17', terms: true })).toEqual({
    age: 'Must be 18 or more.',
    why: 'Please fill this in.',
  })
  expect(checkEntries(sections, {}, { guest: true })).toEqual({})
})

it('reads a form from the names of its controls, whatever they are', () => {
  const draft = draftOf([
    ['token', 't'],
    ['type', ''],
    ['firstName', 'Ada'],
    ['a.days', '1'],
    ['a.days', '2'],
    ['a.__proto__', 'x'],
    ['o.g1', 'opt'],
    ['q.opt', '3'],
    ['o.g2', ''],
    ['s', 'a'],
    ['s', 'a'],
    ['g.0.firstName', 'B'],
    ['g.0.a.role', 'R'],
    ['g.2.firstName', 'lost'],
  ])
  expect(draft).toMatchObject({
    typeId: null,
    options: { opt: 3 },
    sessionIds: ['a'],
    guests: [{ firstName: 'B', entries: { role: 'R' } }],
    registrant: { firstName: 'Ada', entries: { days: ['1', '2'] } },
  })
  expect(draft.guests).toHaveLength(1)
  expect(Object.getPrototypeOf(draft.registrant.entries)).toBe(Object.prototype)
})

it('offers the countries that the service takes', () => {
  const source = readFileSync(join(root, 'web', 'ui', 'form', 'country-select.tsx'), 'utf8')
  expect(
    source
      .match(/\b[A-Z]{2}\b/g)
      ?.filter((code) => countries.includes(code))
      .sort(),
  ).toEqual([...countries].sort())
})
