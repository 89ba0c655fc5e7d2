import type { Transaction } from '../../kernel/database/database.ts'
import { needOrder } from '../../kernel/database/shared-writes.ts'
import { ConfigurationChanged } from '../configuration/configuration.ts'
import { formOfVersion } from '../configuration/form.ts'
import type { Configuration } from '../configured.ts'
import { choicesOf } from '../form/answers.ts'
import { findPlace, freePlaces } from '../places/place-store.ts'
import { takePlaces, takeWhereFree } from '../places/taking.ts'
import { problem } from '../problems.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'
import type { Attending } from './enrolment.ts'

/** The places that a registration takes, except those in sessions: by the id of the counter, in the order of taking. */
export type Claims = {
  readonly eventId: string
  readonly typeId: string | null
  readonly seats: number
  readonly others: ReadonlyMap<string, number>
}

type Claimant = {
  readonly typeId: string | null
  readonly attendees: readonly { readonly choiceIds: readonly string[] }[]
  readonly options: readonly { readonly optionId: string; readonly quantity: number }[]
}

export function claimsOf(eventId: string, { typeId, attendees, options }: Claimant): Claims {
  const others = new Map<string, number>()
  const add = (id: string, count: number) => others.set(id, (others.get(id) ?? 0) + count)
  for (const { optionId, quantity } of options) add(optionId, quantity)
  for (const { choiceIds } of attendees) for (const id of choiceIds) add(id, 1)
  return { eventId, typeId, seats: attendees.length, others: new Map([...others].sort(byId)) }
}

export function claimsOfRow(
  configuration: Configuration,
  row: RegistrationRow,
  attendees: readonly AttendeeRow[],
): Claims {
  const typeId = row.registration_type_id
  const form = formOfVersion(configuration, { typeId, version: row.form_version })?.form
  return claimsOf(row.event_id, {
    typeId,
    attendees: attendees.map(({ answers }) => ({
      choiceIds: form === undefined ? [] : choicesOf(form, JSON.parse(answers)),
    })),
    options: JSON.parse(row.options),
  })
}

function byId([a]: [string, number], [b]: [string, number]): number {
  return a < b ? -1 : 1
}

/**
 * Returns what is full, with nothing taken; an event that has changed since counts as full. The event's row is always
 * locked first, so transactions cannot deadlock.
 */
export async function takeClaims(
  tx: Transaction,
  { revision }: Pick<Configuration, 'revision'>,
  { eventId, typeId, seats, others }: Claims,
  held: boolean,
): Promise<'event' | 'type' | 'other' | undefined> {
  const event = { id: eventId, seats, held: held ? seats : 0, revision }
  const type = typeId === null ? [] : [{ id: typeId, seats, held: 0 }]
  const rest = [...type, ...[...others].map(([id, count]) => ({ id, seats: count, held: 0 }))]
  const taken = await takeWhereFree(tx, { event, others: rest })
  if (taken.size > rest.length) return undefined
  // Nobody may find a counter full because of what is only tried here.
  if (taken.size > 0) needOrder(tx)
  await Promise.all([event, ...rest].map((claim) => taken.has(claim.id) && freePlaces(tx, claim)))
  if (!taken.has(eventId)) return 'event'
  return typeId !== null && !taken.has(typeId) ? 'type' : 'other'
}

export async function freeClaims(
  tx: Transaction,
  { eventId, typeId, seats, others }: Claims,
  held: boolean,
): Promise<void> {
  await freePlaces(tx, { id: eventId, seats, held: held ? seats : 0 })
  if (typeId !== null) await freePlaces(tx, { id: typeId, seats })
  for (const [id, count] of others) await freePlaces(tx, { id, seats: count })
}

/** Moves from one set of places to another in one step; throws if there is no room. */
export async function moveClaims(tx: Transaction, from: Claims, to: Claims): Promise<boolean> {
  let freed = false
  if (from.typeId !== to.typeId) {
    if (to.typeId !== null && !(await takePlaces(tx, { id: to.typeId, seats: to.seats })))
      throw problem('capacity-full')
    if (from.typeId !== null) await freePlaces(tx, { id: from.typeId, seats: from.seats })
    freed = true
  }
  for (const id of [...new Set([...from.others.keys(), ...to.others.keys()])].sort()) {
    const more = (to.others.get(id) ?? 0) - (from.others.get(id) ?? 0)
    if (more < 0) await freePlaces(tx, { id, seats: -more })
    if (more < 0) freed = true
    if (more > 0 && !(await takePlaces(tx, { id, seats: more }))) throw problem('capacity-full')
  }
  return freed
}

/** A full option or choice refuses a registration even if it would only join the waiting list or await approval. */
export async function checkOthers(tx: Transaction, { others }: Claims): Promise<void> {
  for (const [id, count] of others) await checkRoom(tx, id, count)
}

/** A full session does the same, unless people can wait for it on its own waiting list. */
export async function checkSessions(tx: Transaction, sessions: readonly Attending[]): Promise<void> {
  for (const { session, attendeeIds, certain } of sessions)
    if (certain || session.waitlist_enabled === 0) await checkRoom(tx, session.id, attendeeIds.length)
}

async function checkRoom(tx: Transaction, id: string, count: number): Promise<void> {
  const place = await findPlace(tx, id)
  if (place !== undefined && place.capacity !== null && place.taken + count > place.capacity)
    throw problem('capacity-full')
}

export async function checkRevision(tx: Transaction, eventId: string, revision: number): Promise<void> {
  if ((await findPlace(tx, eventId))?.revision !== revision) throw new ConfigurationChanged()
}
