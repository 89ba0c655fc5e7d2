import type { Principal } from '../../../kernel/contract/operation.ts'
import { foldAddress } from '../../../kernel/text/email-address.ts'
import { actorOf } from '../../../platform/operators/face.ts'
import { attendeeScope, countPeople, presentAttendees, readAttendee } from '../../attendee/attendee.ts'
import { updateAttendee } from '../../check-in/attendee-change.ts'
import type { Events } from '../../events.ts'
import { equals, checkedIn as whetherCheckedIn, withWords } from '../../lists/filters.ts'
import { type AttendeePatch, attendee } from '../../records/attendee.ts'
import type { AttendeeRow, AttendeeStatus } from '../../records/tables.ts'
import { answerItem, checkMatch, only, writtenItem } from '../base/item-answer.ts'

type Header = (name: string) => string | undefined

type Named = {
  readonly params: { attendeeId: string; eventId?: string }
  readonly principal: Principal
  readonly header: Header
}

export async function answerAttendee(service: Events, { params, principal, header }: Named) {
  return answerItem(header, await readAttendee(service, principal.organisationId, params))
}

type AttendeeQuery = {
  eventId?: string
  email?: string
  status?: AttendeeStatus
  checkedIn?: boolean
  q?: string
  updatedSince?: string
}

type ListedAttendees = { query: AttendeeQuery; principal: Principal; ownEvent: boolean }

/** Attendees of the organisation or of one event; `ownEvent` says that the caller has checked the event belongs to it. */
export function attendeeList({ database }: Events, { query, principal, ownEvent }: ListedAttendees) {
  const { organisationId } = principal
  const { eventId, email, status, checkedIn, q, updatedSince } = query
  // The index of an event's attendees does not contain the organisation; the index of changes starts with it.
  const ofOrganisation = !ownEvent || updatedSince !== undefined
  // The event is another organisation's, or deleted.
  const isElsewhere = eventId !== undefined && !ownEvent
  const isCounted = !isElsewhere && email === undefined && checkedIn === undefined && q === undefined
  return {
    counted: isCounted ? () => countPeople(database, { organisationId, eventId, status }) : undefined,
    name: `attendees/${organisationId}/${eventId ?? ''}`,
    table: 'events_attendees' as const,
    filters: [
      ...(ofOrganisation ? equals('organisation_id', organisationId) : []),
      ...equals('event_id', eventId),
      ...equals('email_key', email === undefined ? undefined : foldAddress(email)),
      ...equals('status', status),
      ...whetherCheckedIn(checkedIn),
      ...withWords(database.capabilities, attendeeScope(eventId ?? organisationId), q),
    ],
    order: ['id' as const],
  }
}

export function attendeePresentation(service: Events) {
  return { schema: attendee, present: (rows: readonly AttendeeRow[]) => presentAttendees(service, rows) }
}

type WriteRequest = Named & { readonly body: AttendeePatch }

export async function answerChange(service: Events, request: WriteRequest, { whole }: { whole: boolean }) {
  const { params, principal, header } = request
  const row = await updateAttendee(service, {
    ...params,
    organisationId: principal.organisationId,
    actor: actorOf(principal),
    patch: request.body,
    whole,
    match: (version) => checkMatch(header, version),
  })
  return writtenItem(only(await presentAttendees(service, [row])))
}
