import { describe, expect, it } from 'vitest'
import type { EventAnswer } from '../../../../web/console/events/base/event.ts'
import { moved, placeAt } from '../../../../web/console/events/base/order.ts'
import { registrationStateOf } from '../../../../web/console/events/base/registration-state.ts'
import { detailsForm } from '../../../../web/console/events/details/form.ts'
import { firstDraft, withEnd } from '../../../../web/console/events/list/new-event.ts'
import { nextCode, suggestCode } from '../../../../web/console/events/list/suggest-code.ts'
import { groupForm } from '../../../../web/console/events/options/form.ts'
import { isReady, stepsOf } from '../../../../web/console/events/overview/steps.ts'
import { mergePatchOf } from '../../../../web/ui/record-form/changes.ts'

const event = {
  id: 'e',
  code: 'KEYS-2031',
  title: 'Keys',
  description: null,
  format: 'in-person',
  status: 'draft',
  start: '2031-05-06T09:00:00+02:00',
  end: '2031-05-07T18:00:59+02:00',
  timezone: 'Europe/Berlin',
  registrationOpens: '2031-01-01T00:00:00.000Z',
  registrationCloses: null,
  capacity: 500,
  remaining: 500,
  registeredCount: 0,
  waitlistedCount: 0,
  waitlistEnabled: false,
  offerMinutes: null,
  approvalRequired: false,
  multiplePerEmail: false,
  maxGuests: 0,
  confirmBy: 'none',
  notify: 'page',
  locale: null,
  venue: { name: 'Hall', address: 'Street 1', geo: { lat: 1, lon: 2 } },
  virtualUrl: null,
  contact: null,
  customFields: { cost: 4711, paid: true, note: null },
  testMode: false,
  externalReferences: [{ system: 'crm', id: 'E1' }],
  createdAt: '',
  updatedAt: '',
  version: 1,
} as unknown as EventAnswer

const { draftOf, membersOf } = detailsForm
const patchOf = (members: Partial<ReturnType<typeof draftOf>>) =>
  mergePatchOf(membersOf(draftOf(event), event), membersOf({ ...draftOf(event), ...members }, event))

describe('changes of an event', () => {
  it('sends nothing where nothing was changed', () => {
    expect(patchOf({})).toEqual({})
    expect(membersOf(draftOf(event), event).end).toBe('2031-05-07T18:00:59+02:00')
  })

  it('sends what was changed, and null for what is gone', () => {
    expect(patchOf({ title: 'Badges', capacity: '', description: 'Two days' })).toEqual({
      title: 'Badges',
      capacity: null,
      description: 'Two days',
    })
    const { venue } = draftOf(event)
    expect(patchOf({ venue: { ...venue, address: '', geo: { lat: '', lon: '2' } } })).toEqual({
      venue: { address: null, geo: null },
    })
    expect(patchOf({ venue: { name: '', address: '', geo: { lat: '', lon: '' } } })).toEqual({ venue: null })
    expect(patchOf({ customFields: draftOf(event).customFields.slice(0, 1) })).toEqual({
      customFields: { paid: null },
    })
  })

  it('writes times with the offset of the zone, and keeps the walls when the zone changes', () => {
    expect(patchOf({ start: '2031-01-06T09:00' })).toEqual({ start: '2031-01-06T09:00:00+01:00' })
    expect(patchOf({ timezone: 'America/New_York' })).toMatchObject({
      timezone: 'America/New_York',
      start: '2031-05-06T09:00:00-04:00',
      end: '2031-05-07T18:00:00-04:00',
    })
  })
})

describe('changes of a group of options', () => {
  const option = { id: 'o', code: null, capacity: null, maxPerRegistration: 1, sessionId: null, order: 0 }
  const group = {
    ...{ id: 'g', name: 'Dinner', selection: 'single', required: true, minSelections: 1, maxSelections: 1 },
    ...{ registrationTypeIds: [], order: 3 },
    options: [{ ...option, name: 'Soup', status: 'full', remaining: 0 }],
    version: 1,
  } as unknown as NonNullable<Parameters<typeof groupForm.draftOf>[0]>

  it('keeps ids, numbers the options by their place, and closes none that is full', () => {
    const draft = groupForm.draftOf(group)
    const added = groupForm.draftOf().options
    const members = groupForm.membersOf({ ...draft, options: [...added, ...draft.options] })
    expect(members.options).toEqual([
      { ...option, id: undefined, name: '', status: 'open' },
      { ...option, name: 'Soup', status: 'open', order: 1 },
    ])
    expect(Object.keys(members.options[0] ?? {})).not.toContain('id')
  })

  it('asks for one choice at most where only one can be made', () => {
    const draft = { ...groupForm.draftOf(group), minSelections: '2', maxSelections: '' }
    expect(groupForm.membersOf(draft)).toMatchObject({ minSelections: 1, maxSelections: 1 })
    const several = groupForm.membersOf({ ...draft, selection: 'multiple' })
    expect(several).toMatchObject({ minSelections: 2, maxSelections: null })
  })
})

describe('a new event', () => {
  it('suggests a code from the title and the year', () => {
    expect(suggestCode('Schlüssel & Karten', '2031-05-06T09:00')).toBe('SCHLUSSEL-KARTEN-2031')
    expect(suggestCode('Keys 2031', '2031-05-06T09:00')).toBe('KEYS-2031')
    expect(suggestCode('日本', '2031-05-06T09:00')).toBe('EVENT-2031')
    expect(nextCode('KEYS-2031')).toBe('KEYS-2031-2')
    expect(nextCode('KEYS-2031-2')).toBe('KEYS-2031-3')
  })

  it('moves the end with the beginning', () => {
    const draft = { ...firstDraft(0), start: '2031-05-06T09:00', end: '2031-05-07T17:00' }
    expect(withEnd({ ...draft, start: '2031-06-06T10:00' }, draft).end).toBe('2031-06-07T18:00')
    expect(withEnd({ ...draft, end: '2031-05-08T17:00' }, draft).end).toBe('2031-05-08T17:00')
    expect(withEnd({ ...draft, start: '' }, draft).end).toBe('2031-05-07T17:00')
  })

  it('says what is in the way of registrations', () => {
    const none = { types: 0, fields: 0, sessions: 0, groups: 0, hidden: 0 }
    const before = Date.parse('2031-01-01')
    const states = (now: number) => stepsOf(event, none, now).map(({ key, state }) => `${key} ${state}`)
    expect(states(before)).toContain('publish todo')
    expect(states(before)).toContain('place done')
    expect(states(before)).toContain('options free')
    const optionsOf = (counts: object) =>
      stepsOf(event, { ...none, ...counts }, before).find(({ key }) => key === 'options')?.state
    expect(optionsOf({ groups: 2 })).toBe('done')
    expect(optionsOf({ groups: 2, hidden: 1 })).toBe('advised')
    expect(isReady(stepsOf(event, none, before))).toBe(true)
    expect(isReady(stepsOf(event, none, Date.parse('2032-01-01')))).toBe(false)
  })
})

describe('how an event stands', () => {
  const at = Date.parse('2031-02-01')
  const published = { ...event, status: 'published' } as EventAnswer
  it.each([
    ['draft', event, at],
    ['open', published, at],
    ['soon', published, Date.parse('2030-12-01')],
    ['over', published, Date.parse('2032-01-01')],
    ['full', { ...published, remaining: 0 }, at],
    ['line', { ...published, remaining: 0, waitlistEnabled: true }, at],
    ['closed', { ...published, status: 'closed' }, at],
    ['closed', { ...published, registrationCloses: '2031-01-15T00:00:00Z' }, at],
    ['cancelled', { ...published, status: 'cancelled' }, at],
  ] as [string, EventAnswer, number][])('is %s', (state, known, now) => {
    expect(registrationStateOf(known, now)).toBe(state)
  })
})

describe('an order', () => {
  it('moves one of a list', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  })

  it('finds the place under a pointer among the others', () => {
    const boxes = [
      { top: 0, height: 10 },
      { top: 10, height: 10 },
    ]
    expect([4, 6, 14, 16].map((y) => placeAt(y, boxes))).toEqual([0, 1, 1, 2])
  })
})
