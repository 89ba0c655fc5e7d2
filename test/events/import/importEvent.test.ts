import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { importEvent } from '../../../src/events/import/import-event.ts'
import { Fault } from '../../../src/kernel/base/fault.ts'
import { Problem } from '../../../src/kernel/contract/problem.ts'
import { onEachApp } from '../../harness.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'

const example = readFileSync(new URL('keys-2031.json', import.meta.url), 'utf8')
let codes = 0

type Document = {
  event: Json
  registrationTypes: Json[]
  sessions: Json[]
  optionGroups: (Json & { options: Json[] })[]
  form: Json & { sections: { fields: Json[] }[] }
}

function changed(change: (document: Document) => void): Document {
  const document: Document = JSON.parse(example)
  document.event.code = `IMPORT-${++codes}`
  change(document)
  return document
}
const minimal = (parts: Json = {}) => ({
  event: {
    code: `IMPORT-${++codes}`,
    title: 'Small',
    start: '2031-05-06T09:00:00Z',
    end: '2031-05-06T18:00:00Z',
    timezone: 'UTC',
  },
  ...parts,
})

onEachApp('importing an event', (running) => {
  let organiser: Organiser
  beforeAll(async () => {
    organiser = await createOrganiser(running())
  })
  const take = (document: unknown) => {
    const { context } = running().app
    const { organisationId } = organiser
    return context.database.write((tx) => importEvent(tx, context, { organisationId, document }))
  }
  const get = async <B = Json>(path: string) =>
    (await organiser.call<B>('GET', `/registration/api/v1${path}`)).body
  type List = { data: (Json & { id: string; options: Json[] })[] }
  const partsOf = async (id: string) => ({
    types: (await get<List>(`/events/${id}/registrationtypes`)).data,
    groups: (await get<List>(`/events/${id}/registrationoptiongroups`)).data,
    sessions: (await get<List>(`/events/${id}/sessions`)).data,
    form: await get(`/events/${id}/registrations/registrationform`),
  })

  it('takes the whole document, with refs as ids', async () => {
    const document = changed(() => {})
    const { id, code } = await take(document)
    expect(code).toBe(document.event.code)
    const { registrationOpens, registrationCloses, ...members } = document.event
    expect(await get(`/events/${id}`)).toMatchObject({
      ...members,
      registrationOpens: '2025-12-31T23:00:00.000Z',
      registrationCloses: '2031-05-05T21:59:59.000Z',
      remaining: 500,
    })
    const { types, groups, sessions, form } = await partsOf(id)
    expect(types).toMatchObject(document.registrationTypes.map(({ ref, ...type }) => type))
    const [standard, speaker] = types.map((type) => type.id)
    const [keynote, lab] = sessions
    expect(keynote).toMatchObject({ code: 'KEY', included: true, registrationTypeIds: [], capacity: null })
    expect(lab).toMatchObject({ code: 'LAB', registrationTypeIds: [standard], capacity: 30 })
    expect(groups[0]).toMatchObject({ name: 'Dinner', registrationTypeIds: [standard, speaker] })
    expect(groups[1]?.options).toMatchObject([{ code: 'LAB1', sessionId: lab?.id, remaining: 30 }])
    expect(form).toMatchObject({
      version: 1,
      registrationTypeId: null,
      optionGroupIds: groups.map((group) => group.id),
      sessionSelection: { min: 0, max: 5 },
      sections: [
        { title: 'About you', fields: document.form.sections[0]?.fields.map(({ name }) => ({ name })) },
      ],
    })
  })

  it('fills in what is absent', async () => {
    const { id } = await take(
      minimal({
        registrationTypes: [{ name: 'A' }, { name: 'B' }],
        sessions: [{ title: 'S', start: '2031-05-06T09:00:00Z', end: '2031-05-06T10:00:00Z' }],
        optionGroups: [
          { name: 'Free', options: [{ name: 'O' }] },
          { name: 'Must', required: true },
          { name: 'Many', selection: 'multiple' },
        ],
        form: { sections: [] },
      }),
    )
    expect(await get(`/events/${id}`)).toMatchObject({
      ...{ status: 'draft', capacity: null, registrationOpens: null, registrationCloses: null },
      ...{ waitlistEnabled: false, approvalRequired: false, testMode: false, offerMinutes: null },
      ...{ customFields: {}, externalReferences: [], venue: null, contact: null },
    })
    const { types, groups, sessions, form } = await partsOf(id)
    const noLimit = { capacity: null, opensAt: null, closesAt: null, virtual: false, approvalRequired: false }
    expect(types).toMatchObject([
      { ...noLimit, order: 0 },
      { ...noLimit, order: 1 },
    ])
    expect(sessions).toMatchObject([
      { status: 'active', included: false, waitlistEnabled: false, capacity: null, registrationTypeIds: [] },
    ])
    expect(groups).toMatchObject([
      {
        selection: 'single',
        required: false,
        minSelections: 0,
        maxSelections: 1,
        registrationTypeIds: [],
        order: 0,
      },
      { selection: 'single', required: true, minSelections: 1, maxSelections: 1, order: 1 },
      { selection: 'multiple', minSelections: 0, maxSelections: null, order: 2 },
    ])
    expect(groups[0]?.options).toMatchObject([
      { status: 'open', maxPerRegistration: 1, capacity: null, sessionId: null, order: 0 },
    ])
    expect(form).toMatchObject({ registrationTypeId: null, sessionSelection: { min: 0, max: null } })
  })

  it('takes a code for the ref where there is none', async () => {
    const { id } = await take(
      minimal({
        registrationTypes: [{ name: 'A', code: 'STD' }],
        form: { registrationTypeId: 'STD', sections: [] },
      }),
    )
    const { types } = await partsOf(id)
    const form = await get(`/events/${id}/registrations/registrationform?registrationTypeId=${types[0]?.id}`)
    expect(form).toMatchObject({ registrationTypeId: types[0]?.id, version: 1 })
  })

  const wrongs: [name: string, change: (document: Document) => void, pointer: string][] = [
    ['no event', (d) => delete (d as Partial<Document>).event, '/event'],
    ['an unknown part', (d) => Object.assign(d, { prices: [] }), '/prices'],
    ['a member of the server', (d) => (d.event.remaining = 3), '/event/remaining'],
    ['an id of the server', (d) => Object.assign(d.sessions[0] ?? {}, { id: 'x' }), '/sessions/0/id'],
    ['a version of the form', (d) => (d.form.version = 1), '/form/version'],
    ['an id of a field', (d) => Object.assign(fieldOf(d, 0), { id: 'x' }), '/form/sections/0/fields/0/id'],
    ['an id of an option', (d) => Object.assign(optionOf(d), { id: 'x' }), '/optionGroups/0/options/0/id'],
    ['a full option', (d) => (optionOf(d).status = 'full'), '/optionGroups/0/options/0/status'],
    ['a missing title', (d) => delete d.event.title, '/event/title'],
    ['a number as text', (d) => (d.event.capacity = '500'), '/event/capacity'],
    ['a day that does not exist', (d) => (d.event.start = '2031-02-30T00:00:00Z'), '/event/start'],
    ['a time without an offset', (d) => (d.event.end = '2031-05-07T18:00:00'), '/event/end'],
    ['an end before the start', (d) => (d.event.end = '2031-05-01T18:00:00Z'), '/event/end'],
    ['a zone that is none', (d) => (d.event.timezone = 'Europe/Atlantis'), '/event/timezone'],
    ['two references of a system', twinReferences, '/event/externalReferences/1/system'],
    ['a custom field that nests', (d) => (d.event.customFields = { a: {} }), '/event/customFields/a'],
    ['two types of a ref', (d) => setAll(d.registrationTypes, { ref: 'same' }), '/registrationTypes/1/ref'],
    ['two sessions of a code', twinCodes, '/sessions/1/code'],
    ['two groups of a ref', (d) => setAll(d.optionGroups, { ref: 'same' }), '/optionGroups/1/ref'],
    ['a ref of 61 characters', (d) => setAll(d.sessions, { ref: 'x'.repeat(61) }), '/sessions/0/ref'],
    ['an empty ref', (d) => setAll(d.sessions, { ref: '' }), '/sessions/0/ref'],
    [
      'a type that nobody carries',
      (d) => setAll(d.sessions, { registrationTypeIds: ['STD'] }),
      '/sessions/0/registrationTypeIds/0',
    ],
    [
      'a type of a group that nobody carries',
      (d) => setAll(d.optionGroups, { registrationTypeIds: ['x'] }),
      '/optionGroups/0/registrationTypeIds/0',
    ],
    [
      'a session that nobody carries',
      (d) => (optionOf(d).sessionId = 'x'),
      '/optionGroups/0/options/0/sessionId',
    ],
    [
      'a group that nobody carries',
      (d) => (d.form.optionGroupIds = ['dinner', 'x']),
      '/form/optionGroupIds/1',
    ],
    [
      'a type of the form that nobody carries',
      (d) => (d.form.registrationTypeId = 'x'),
      '/form/registrationTypeId',
    ],
    [
      'a condition on no field',
      (d) => (fieldOf(d, 2).visibleIf = { field: 'x', in: ['y'] }),
      '/form/sections/0/fields/2/visibleIf/field',
    ],
    ['two fields of a name', (d) => (fieldOf(d, 1).name = 'jobRole'), '/form/sections/0/fields/1/name'],
    ['a field of no type', (d) => (fieldOf(d, 0).type = 'colour'), '/form/sections/0/fields/0/type'],
    [
      'fewer than the least',
      (d) => setAll(d.optionGroups, { minSelections: 3, maxSelections: 2 }),
      '/optionGroups/0/minSelections',
    ],
    [
      'a speaker without a name',
      (d) => setAll(d.sessions, { speakers: [{ company: 'X' }] }),
      '/sessions/0/speakers/0/name',
    ],
  ]
  describe('names the pointer and stores nothing of', () => {
    it.each(wrongs)('%s', async (_name, change, pointer) => {
      const before = await get<List>('/events?pageSize=200')
      const error: unknown = await take(changed(change)).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(Fault)
      expect((error as Fault).errors[0]?.pointer).toBe(pointer)
      expect(await get('/events?pageSize=200')).toEqual(before)
    })
  })

  it('refuses a code that the server has', async () => {
    const document = minimal()
    await take(document)
    const error: unknown = await take({ ...document, sessions: [] }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(Problem)
    expect(error).toMatchObject({ code: 'code-taken', errors: [{ pointer: '/event/code' }] })
  })
})

function fieldOf({ form }: Document, index: number): Json {
  return form.sections[0]?.fields[index] ?? {}
}

function optionOf({ optionGroups }: Document): Json {
  return optionGroups[0]?.options[0] ?? {}
}

function setAll(things: readonly Json[], members: Json): void {
  for (const thing of things) Object.assign(thing, members)
}

function twinReferences({ event }: Document): void {
  event.externalReferences = [
    { system: 'crm', id: '1' },
    { system: 'crm', id: '2' },
  ]
}

function twinCodes({ sessions, optionGroups }: Document): void {
  for (const session of sessions) {
    delete session.ref
    session.code = 'SAME'
  }
  for (const { options } of optionGroups) setAll(options, { sessionId: null })
}
