import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { SeedEvent } from '../seed-file.ts'
import { type AttendeeRow, describeAttendee } from './attendees.ts'
import type { Database } from './database.ts'
import { keyedHeaders, refuse, sendJson } from './http.ts'
import { drawUuid } from './uuid.ts'

type Answers = { role: string; diet: string; years?: number; news?: boolean }
type Registrant = { firstName: string; lastName: string; email: string; company?: string }
type Input = {
  registrationTypeId: string
  registrant: Registrant
  options: { groupId: string; optionId: string; quantity: number }[]
  answers: Answers
}

const NEXT_CHANGE = 'update events_changes set last = last + 1 returning last'
const TAKE = 'update events_places set taken = taken + ? where id = ? and taken + ? <= capacity'
const FREE = 'update events_places set taken = taken - ? where id = ?'
const ADD = `insert into events_registrations (
  id, organisation_id, version, change, created_at, updated_at, event_id, confirmation_number, status,
  registration_type_id, form_version, first_name, last_name, email, email_key, live_email, company, seats, answers,
  session_ids, options, source, tags, external_references, registered_at)
  values (?, ?, 1, ?, ?, ?, ?, ?, 'confirmed', ?, 1, ?, ?, ?, ?, ?, ?, 1, ?, '[]', ?, 'api', '[]', '[]', ?)
  on conflict do nothing`
const ADD_ATTENDEE = `insert into events_attendees (
  id, organisation_id, version, change, created_at, updated_at, event_id, registration_id, first_name, last_name,
  last_name_key, email, email_key, company, company_key, status, is_guest, checked_in, answers, session_ids,
  external_references) values (?, ?, 1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'active', 0, 0, ?, '[]', '[]') returning *`
const ADD_ANSWER = 'insert into events_answers values (?, ?, ?, ?, ?, ?, 0)'
const ADD_TEXT = 'insert into events_texts (owner_id, words) values (?, ?)'
const ADD_WORDS = 'insert into events_texts_index (rowid, words) values (last_insert_rowid(), ?)'

const LETTERS = '34679ACDEFGHJKMNPQRTWXY'
const diets = new Set(['all', 'vegetarian', 'vegan'])

/** Places of the event, the type and the option, the four answers checked, everything that it is found by. */
export function createRegister({ db, write }: Database, event: SeedEvent) {
  const [nextChange, take, free] = [db.prepare(NEXT_CHANGE), db.prepare(TAKE), db.prepare(FREE)]
  const [add, addAttendee] = [db.prepare(ADD), db.prepare(ADD_ATTENDEE)]
  const [addAnswer, addText] = [db.prepare(ADD_ANSWER), db.prepare(ADD_TEXT)]
  const addWords = db.prepare(ADD_WORDS)
  const { eventId, organisationId } = event
  const scopes = [organisationId, eventId].map((id) => `zzat${id.replaceAll('-', '')}`).join(' ')

  const takeAll = (places: readonly string[]): boolean => {
    const missing = places.findIndex((id) => take.run(1, id, 1).changes !== 1)
    if (missing === -1) return true
    for (const id of places.slice(0, missing)) free.run(1, id)
    return false
  }

  const store = ({ registrationTypeId, registrant, options, answers }: Input) => {
    const [option] = options
    const places = [eventId, registrationTypeId, ...(option === undefined ? [] : [option.optionId])]
    if (!takeAll(places)) return undefined
    const { firstName, lastName, email, company = null } = registrant
    const now = Date.now()
    const { last } = nextChange.get() as { last: number }
    const [id, attendeeId, key] = [drawUuid(now), drawUuid(now), fold(email)]
    const [number, text] = [drawNumber(), JSON.stringify(answers)]
    const own = [firstName, lastName, email] as const
    const isNew = add.run(
      ...[id, organisationId, last, now, now, eventId, number, registrationTypeId, ...own],
      ...[key, key, company, text, JSON.stringify(options), now],
    ).changes
    if (isNew !== 1) {
      for (const place of places) free.run(1, place)
      return undefined
    }
    const attendee = addAttendee.get(
      ...[attendeeId, organisationId, last, now, now, eventId, id, firstName, lastName, fold(lastName)],
      ...[email, key, company, company === null ? null : fold(company), text],
    ) as AttendeeRow
    for (const [field, value] of Object.entries(answers)) {
      const sortable = typeof value === 'number' ? sortNumber(value) : fold(String(value))
      addAnswer.run(eventId, field, sortable.slice(0, 100), sortable, attendeeId, id)
    }
    const words = `${scopes} ${wordsOf(`${firstName} ${lastName} ${email} ${company ?? ''} ${number}`)}`
    addText.run(attendeeId, words)
    addWords.run(words)
    return { id, number, now, attendee }
  }

  return (text: string, response: ServerResponse) => {
    const input = JSON.parse(text) as Input
    if (!isValid(input, event)) return refuse(response, 422)
    write(
      () => store(input),
      (made) => {
        if (made === undefined) return refuse(response, 409)
        const location = `http://bench.test/registration/api/v1/events/${eventId}/registrations/${made.id}`
        const headers = { ...keyedHeaders, location, etag: '"1"' }
        sendJson(response, 201, describe(eventId, input, made), headers)
      },
    )
  }
}

function isValid({ registrationTypeId, registrant, options, answers }: Input, event: SeedEvent): boolean {
  const { role, diet, years = 0, news = false } = answers
  const { firstName, lastName, email, company = '' } = registrant
  return (
    registrationTypeId === event.typeId &&
    [firstName, lastName].every((name) => typeof name === 'string' && name !== '' && name.length <= 200) &&
    typeof email === 'string' &&
    /^[^@\s]{1,64}@[a-z0-9.-]{1,190}$/i.test(email) &&
    typeof company === 'string' &&
    options.every((option) => option.optionId === event.option.optionId && option.quantity === 1) &&
    Object.keys(answers).every((name) => ['role', 'diet', 'years', 'news'].includes(name)) &&
    typeof role === 'string' &&
    role.length <= 80 &&
    diets.has(diet) &&
    years >= 0 &&
    years <= 90 &&
    typeof news === 'boolean'
  )
}

function fold(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

function wordsOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
  return [...new Set(plain.split(/[^\p{L}\p{N}]+/u))].join(' ')
}

const bits = new DataView(new ArrayBuffer(8))

/** Hexadecimal digits that sort as the numbers do; none is negative here. */
function sortNumber(value: number): string {
  bits.setFloat64(0, value)
  const high = (bits.getUint32(0) | 0x80000000) >>> 0
  return high.toString(16) + bits.getUint32(4).toString(16).padStart(8, '0')
}

function drawNumber(): string {
  let text = ''
  for (const byte of randomBytes(16)) {
    if (text.length < 9 && byte < 253) text += LETTERS[byte % 23]
  }
  return text
}

type Made = { id: string; number: string; now: number; attendee: AttendeeRow }

function describe(eventId: string, input: Input, { id, number, now, attendee }: Made): object {
  const time = new Date(now).toISOString()
  return {
    id,
    eventId,
    confirmationNumber: number,
    status: 'confirmed',
    registrationTypeId: input.registrationTypeId,
    registrant: { phone: null, company: null, title: null, ...input.registrant },
    attendees: [describeAttendee(attendee, [])],
    options: input.options,
    sessionIds: [],
    answers: input.answers,
    waitlistPosition: null,
    source: 'api',
    externalReferences: [],
    note: null,
    tags: [],
    registeredAt: time,
    cancelledAt: null,
    cancelReason: null,
    expiresAt: null,
    createdAt: time,
    updatedAt: time,
    version: 1,
  }
}
