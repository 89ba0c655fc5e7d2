import { qrSvg } from '../../kernel/images/qr-code.ts'
import { signTicket } from '../attendance/ticket.ts'
import { isActive } from '../configuration/opening.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { type AttendeeRow, isLive, type RegistrationRow } from '../records/tables.ts'
import { readPosition } from '../registration/position.ts'
import { sessionsOf } from '../registration/registration.ts'
import { isExpired } from '../registration/registration-answer.ts'
import { listAttendeesOf } from '../registration/registration-store.ts'
import type { RegistrationView, TicketView } from './view.ts'

/** With a ticket for each attendee, which takes longer to sign and draw than all the rest. */
export async function presentWithTickets(
  service: Events,
  configuration: Configuration,
  row: RegistrationRow,
): Promise<RegistrationView> {
  const attendees = await listAttendeesOf(service.database, row.id)
  const registration = await present(service, configuration, { row, attendees })
  if (registration.status !== 'confirmed') return registration
  return { ...registration, tickets: await listTickets(service, configuration, attendees) }
}

export async function presentPageRegistration(
  service: Events,
  configuration: Configuration,
  row: RegistrationRow,
): Promise<RegistrationView> {
  const attendees = await listAttendeesOf(service.database, row.id)
  return present(service, configuration, { row, attendees })
}

type Held = { row: RegistrationRow; attendees: readonly AttendeeRow[] }

async function present(
  service: Events,
  configuration: Configuration,
  { row, attendees }: Held,
): Promise<RegistrationView> {
  const now = service.clock.now()
  const status = isExpired(row, now) ? 'expired' : row.status
  const { event, types } = configuration
  return {
    confirmationNumber: row.confirmation_number,
    status,
    waitlistPosition: await readPosition(service.database, service, row),
    expiresAt: row.expires_at,
    name: nameOf(row),
    people: attendees.map(nameOf),
    type:
      types.size < 2 || row.registration_type_id === null
        ? null
        : (types.get(row.registration_type_id)?.name ?? null),
    options: listOptions(configuration, row),
    sessionIds: sessionsOf(configuration, row),
    tickets: [],
    virtualUrl: status === 'confirmed' ? event.virtual_url : null,
    ...allowedOf(configuration, row, now),
  }
}

/** What the holder of the link may do now: an offer can be accepted or cancelled, but not changed. */
export function allowedOf(
  configuration: Configuration,
  row: RegistrationRow,
  now: number,
): Pick<RegistrationView, 'isOver' | 'canChange' | 'canCancel'> {
  const isOver = !isActive(configuration.event, now)
  const canCancel = isLive(row.status) && !isExpired(row, now) && mayCancel(configuration, now)
  return { isOver, canChange: canCancel && !isOver && row.status !== 'offered', canCancel }
}

/** Cancelling is possible until the event ends, also if the event is cancelled. */
export function mayCancel({ event }: Configuration, now: number): boolean {
  return now < event.ends_at
}

function nameOf({ first_name, last_name }: Pick<AttendeeRow, 'first_name' | 'last_name'>): string {
  return `${first_name} ${last_name}`
}

function listOptions({ groups }: Configuration, row: RegistrationRow): { name: string; quantity: number }[] {
  const chosen: { groupId: string; optionId: string; quantity: number }[] = JSON.parse(row.options)
  return chosen.flatMap(({ groupId, optionId, quantity }) => {
    const group = groups.get(groupId)
    const option = group?.options.find(({ id }) => id === optionId)
    return option === undefined ? [] : [{ name: `${group?.name}: ${option.name}`, quantity }]
  })
}

async function listTickets(
  service: Events,
  { event }: Configuration,
  attendees: readonly AttendeeRow[],
): Promise<TicketView[]> {
  const active = attendees.filter(({ status }) => status === 'active')
  return Promise.all(
    active.map(async (attendee) => {
      const svg = qrSvg(await signTicket(service, attendee, event))
      const qr = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
      return { attendeeId: attendee.id, name: nameOf(attendee), qr }
    }),
  )
}
