import { describe, expect, it } from 'vitest'
import { eventFields, optionFields, sessionFields, typeFields } from '../../../src/client/records.ts'
import { checkDraft } from '../../../web/ui/record-form/check.ts'
import { draftOf, membersOf, omitFields, pickFields } from '../../../web/ui/record-form/draft.ts'

const zone = 'Europe/Berlin'
const type = {
  ...{ name: 'Press', code: null, description: 'Cards', capacity: 5, order: 2 },
  ...{ opensAt: '2031-01-01T00:00:30.000Z', closesAt: null, approvalRequired: true, virtual: false },
}

describe('a draft', () => {
  it('holds what inputs hold', () => {
    expect(draftOf(typeFields, type, zone)).toEqual({
      ...{ name: 'Press', code: '', description: 'Cards', capacity: '5', order: '2' },
      ...{ opensAt: '2031-01-01T01:00', closesAt: '', approvalRequired: true, virtual: false },
    })
  })

  it('begins with what is stored where nothing is typed', () => {
    expect(draftOf(optionFields, {}, zone)).toEqual({
      ...{ name: '', code: '', capacity: '', maxPerRegistration: '1', status: 'open' },
      ...{ sessionId: '', order: '0' },
    })
  })

  it('holds objects by their members, and lists with a key for each item', () => {
    const fields = pickFields(eventFields, 'venue', 'contact', 'externalReferences')
    expect(draftOf(fields, { venue: { name: 'Hall', geo: { lat: 1.5, lon: 2 } } }, zone)).toEqual({
      venue: { name: 'Hall', address: '', geo: { lat: '1.5', lon: '2' } },
      contact: { name: '', email: '', phone: '' },
      externalReferences: [],
    })
    const referenced = draftOf(fields, { externalReferences: [{ system: 'crm', id: '1' }] }, zone)
    expect(referenced.externalReferences).toEqual([{ system: 'crm', id: '1', key: 'item0' }])
  })
})

describe('the members of a draft', () => {
  const draft = draftOf(typeFields, type, zone)
  const base = { values: type, zone }
  const members = (changed: Partial<typeof draft>) =>
    membersOf(typeFields, { ...draft, ...changed }, { zone, base })

  it('are what was read where nothing was typed, to the second', () => {
    expect(members({})).toEqual(type)
  })

  it.each([
    [{ capacity: '' }, { capacity: null }],
    [{ capacity: '12' }, { capacity: 12 }],
    [{ code: ' ' }, { code: null }],
    [{ description: ' as typed ' }, { description: ' as typed ' }],
    [{ name: ' Press 2 ' }, { name: 'Press 2' }],
    [{ order: '' }, { order: 0 }],
    [{ opensAt: '' }, { opensAt: null }],
    [{ opensAt: '2031-07-01T10:00' }, { opensAt: '2031-07-01T10:00:00+02:00' }],
    [{ closesAt: '2031-02-01T10:00' }, { closesAt: '2031-02-01T10:00:00+01:00' }],
    [{ virtual: true }, { virtual: true }],
  ])('typed as %j are %j', (typed, expected) => {
    expect(members(typed)).toEqual({ ...type, ...expected })
  })

  it('keep the walls when the zone changes', () => {
    const moved = membersOf(typeFields, draft, { zone: 'America/New_York', base })
    expect(moved.opensAt).toBe('2031-01-01T01:00:00-05:00')
  })

  it.each([
    [{ name: '', address: '', geo: { lat: '', lon: '' } }, null],
    [{ name: 'Hall', address: '', geo: { lat: '1', lon: '' } }, { name: 'Hall' }],
    [{ name: '', address: '', geo: { lat: '1', lon: '2' } }, { geo: { lat: 1, lon: 2 } }],
  ])('leave out what is empty of an object: %j is %j', (venue, expected) => {
    expect(membersOf(pickFields(eventFields, 'venue'), { venue }, { zone })).toEqual({ venue: expected })
  })

  it('leave out what is empty of an item, unless it is required', () => {
    const empty = { key: 'new1', name: '', company: '', title: '', url: '', biography: '' }
    const speakers = [{ ...empty, name: ' Ada ', company: 'ACM' }, empty]
    expect(membersOf(pickFields(sessionFields, 'speakers'), { speakers }, { zone })).toEqual({
      speakers: [{ name: 'Ada', company: 'ACM' }, { name: '' }],
    })
  })

  it('are null where a choice is none', () => {
    const fields = pickFields(sessionFields, 'format')
    expect(membersOf(fields, { format: '' }, { zone })).toEqual({ format: null })
    expect(membersOf(fields, { format: 'hybrid' }, { zone })).toEqual({ format: 'hybrid' })
  })
})

describe('a check in the browser', () => {
  const fields = omitFields(eventFields, 'customFields')
  const fine = {
    ...draftOf(fields, {}, zone),
    ...{ title: 'Keys', code: 'KEYS', timezone: zone, start: '2031-05-06T09:00', end: '2031-05-06T17:00' },
  }

  it('finds nothing wrong with what a service takes', () => {
    expect(checkDraft(fields, fine)).toEqual([])
    expect(checkDraft(fields, { ...fine, title: '🔑'.repeat(300) })).toEqual([])
  })

  it.each([
    [{ title: ' ' }, '/title', 'required'],
    [{ start: '' }, '/start', 'required'],
    [{ title: 'x'.repeat(301) }, '/title', 'maxLength'],
    [{ maxGuests: '21' }, '/maxGuests', 'maximum'],
    [{ offerMinutes: '0' }, '/offerMinutes', 'minimum'],
    [{ capacity: '1.5' }, '/capacity', 'type'],
    [{ venue: { ...fine.venue, geo: { lat: '91', lon: '' } } }, '/venue/geo/lat', 'maximum'],
    [{ externalReferences: [{ key: 'a', system: 'crm', id: '' }] }, '/externalReferences/0/id', 'required'],
  ])('finds what is wrong with %j', (typed, pointer, code) => {
    expect(checkDraft(fields, { ...fine, ...typed })).toEqual([{ pointer, code }])
  })
})
