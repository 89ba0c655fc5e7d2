import type { Configuration } from '../configured.ts'
import type { AttendeeAnswer } from '../records/attendee.ts'
import type { RegistrationAnswer } from '../records/registration.ts'

/** The default columns of a table: the members of a registration that fit into a cell. */
const usual = [
  'confirmationNumber',
  'status',
  'registrationType',
  'registrant.firstName',
  'registrant.lastName',
  'registrant.email',
  'registrant.phone',
  'registrant.company',
  'registrant.title',
  'seats',
  'options',
  'sessions',
  'registeredAt',
  'waitlistPosition',
  'expiresAt',
  'cancelledAt',
  'cancelReason',
  'source',
  'tags',
  'note',
  'id',
] as const

/** All columns of an event's table: the default ones, and the answers to every field of any form version. */
export function allColumns({ forms }: Configuration): string[] {
  const names = forms
    .toSorted((a, b) => b.version - a.version)
    .flatMap(({ form }) => form.sections.flatMap(({ fields }) => fields.map(({ name }) => `answers.${name}`)))
  return [...usual, ...new Set(names)]
}

/** Whether the column can exist at all; a column without values is empty. */
export function isColumn(name: string): boolean {
  return (
    (usual as readonly string[]).includes(name) ||
    /^(attendee\.)?answers\.[\w-]{1,60}$/.test(name) ||
    /^attendee\.(firstName|lastName|email|phone|company|title|status|checkedIn|checkedInAt)$/.test(name) ||
    /^(registrant\.name|createdAt|updatedAt|version|externalReferences)$/.test(name)
  )
}

/** The content of a table cell: a text, a number, or nothing. */
export function columnReader(configuration: Configuration) {
  const optionNames = new Map(
    [...configuration.groups.values()].flatMap(({ options }) => options.map(({ id, name }) => [id, name])),
  )
  return (registration: RegistrationAnswer, column: string): unknown => {
    if (column === 'registrationType')
      return configuration.types.get(registration.registrationTypeId ?? '')?.name ?? null
    if (column === 'registrant.name')
      return `${registration.registrant.firstName} ${registration.registrant.lastName}`
    if (column === 'seats') return registration.attendees.length
    if (column === 'sessions') return registration.sessionIds.length
    if (column === 'options')
      return registration.options
        .map(({ optionId, quantity }) => `${quantity} × ${optionNames.get(optionId) ?? optionId}`)
        .join('; ')
    if (column.startsWith('attendee.')) {
      const name = column.slice('attendee.'.length)
      return registration.attendees.map((attendee) => cell(memberOf(attendee, name)) ?? '').join('; ')
    }
    return cell(memberOf(registration, column))
  }
}

function memberOf(record: RegistrationAnswer | AttendeeAnswer, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) =>
        typeof value === 'object' && value !== null && Object.hasOwn(value, name)
          ? (value as Record<string, unknown>)[name]
          : undefined,
      record,
    )
}

function cell(value: unknown): unknown {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object') ? value.join('; ') : value
}
