import { describe, expect, it } from 'vitest'
import type { EventAnswer } from '../../../../web/console/events/base/event.ts'
import { moved, placeAt } from '../../../../web/console/events/base/order.ts'
import { standingOf } from '../../../../web/console/events/base/standing.ts'
import { isSame, mergeChanges, mergePatchOf } from '../../../../web/console/events/details/changes.ts'
import { draftOf, membersOf } from '../../../../web/console/events/details/draft.ts'
import { takeMember } from '../../../../web/console/events/details/rows.ts'
import { firstDraft, withEnd } from '../../../../web/console/events/list/new-event.ts'
import { nextCode, suggestCode } from '../../../../web/console/events/list/suggest-code.ts'
import { isReady, stepsOf } from '../../../../web/console/events/overview/steps.ts'

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
    expect(patchOf({ venueAddress: '', latitude: '' })).toEqual({ venue: { address: null, geo: null } })
    expect(patchOf({ venueName: '', venueAddress: '', latitude: '', longitude: '' })).toEqual({ venue: null })
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

  it('tells what two people changed from what one did', () => {
    const base = { title: 'a', capacity: 1, venue: { name: 'x' } }
    const mine = { ...base, title: 'mine', capacity: 2 }
    const theirs = { ...base, title: 'theirs', capacity: 2, venue: { name: 'y' } }
    expect(mergeChanges(base, mine, theirs)).toEqual({
      conflicts: [{ name: 'title', mine: 'mine', theirs: 'theirs' }],
      taken: ['venue'],
    })
  })

  it('takes a member of the other one with all that it is typed in', () => {
    const theirs = draftOf({ ...event, venue: { name: 'Other' } } as EventAnswer)
    const taken = takeMember({ ...draftOf(event), title: 'Mine' }, theirs, 'venue')
    expect(taken).toMatchObject({ title: 'Mine', venueName: 'Other', venueAddress: '', latitude: '' })
  })

  it('compares whatever the order of members is', () => {
    expect(isSame({ a: 1, b: [1, { c: null }] }, { b: [1, {}], a: 1 })).toBe(true)
    expect(isSame([1, 2], [2, 1])).toBe(false)
    expect(isSame(undefined, null)).toBe(true)
    expect(isSame('', null)).toBe(false)
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
  ] as [string, EventAnswer, number][])('is %s', (standing, known, now) => {
    expect(standingOf(known, now)).toBe(standing)
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
