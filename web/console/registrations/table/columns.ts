import { locale } from '../../../ui/texts/i18n.ts'
import { isolate } from '../../../ui/texts/isolate.ts'
import { formatMoment } from '../../../ui/time/dates.ts'
import type { FormField, Registration, Setting } from '../base/setting.ts'
import { sourceText } from '../base/source.ts'
import { text } from '../base/texts.ts'
import type { FilterField } from '../filter/fields.ts'

export type Column = {
  readonly id: string
  readonly label: string
  readonly group: FilterField['group']
  /** In rem, if there is room; columns shrink and grow in proportion to it. */
  readonly width: number
  /** In rem: narrower than that, the table scrolls. */
  readonly least: number
  /** The sort field of the search, if the column can be sorted. */
  readonly sort?: string
  /** The text of a cell; the status is rendered separately. */
  read(row: Registration): string
}

type Reader = (row: Registration) => string

/** Text that is cut off is still useful at this share of its width. */
const SHRINK = 0.5
/** Times and numbers are always shown whole. In some languages a status is too long for a small screen. */
const MOMENT = { width: 12, least: 10.75 }
const STATUS = { width: 12, least: 9 }
const NUMBER = { width: 8.5, least: 7.25 }
const TYPE = { width: 10, least: 5.5 }
const COUNT = { width: 5, least: 4.5 }

/** A table fits into its place as far as possible. */
function sizeOf(width: number | { width: number; least: number }): Pick<Column, 'width' | 'least'> {
  return typeof width === 'number' ? { width, least: width * SHRINK } : width
}

type Attendee = Registration['attendees'][number]

/** Every column that a table of this event can have. */
export function columnsOf(setting: Setting, zone: string): Column[] {
  const moment = (time: string | null) => (time === null ? '' : formatMoment(time, zone))
  const typeNames = new Map(setting.types.map(({ id, name }) => [id, name]))
  const optionNames = new Map(
    setting.groups.flatMap(({ options }) => options.map(({ id, name }) => [id, name])),
  )
  const own = (
    id: string,
    label: string,
    read: Reader,
    width: Parameters<typeof sizeOf>[0] = 11,
    sort?: string,
  ): Column => ({
    id,
    label,
    ...sizeOf(width),
    read,
    group: 'registration',
    ...(sort === undefined ? {} : { sort }),
  })
  const chosen: Reader = ({ options }) =>
    options
      .map(({ optionId, quantity }) => `${quantity} × ${isolate(optionNames.get(optionId) ?? '?')}`)
      .join(', ')
  return [
    own(
      'confirmationNumber',
      text('fieldNumber'),
      (row) => row.confirmationNumber,
      NUMBER,
      'confirmationNumber',
    ),
    own(
      'registrant.name',
      text('fieldName'),
      ({ registrant }) => `${registrant.firstName} ${registrant.lastName}`,
      14,
      'registrant.lastName',
    ),
    own(
      'registrant.firstName',
      text('fieldFirstName'),
      (row) => row.registrant.firstName,
      10,
      'registrant.firstName',
    ),
    own(
      'registrant.lastName',
      text('fieldLastName'),
      (row) => row.registrant.lastName,
      10,
      'registrant.lastName',
    ),
    own('registrant.email', text('fieldEmail'), (row) => row.registrant.email ?? '', 16, 'registrant.email'),
    own('status', text('fieldStatus'), (row) => row.status, STATUS, 'status'),
    ...(setting.types.length === 0
      ? []
      : [
          own(
            'registrationType',
            text('fieldType'),
            (row) => typeNames.get(row.registrationTypeId ?? '') ?? '',
            TYPE,
            'registrationTypeId',
          ),
        ]),
    own('seats', text('fieldSeats'), (row) => String(row.attendees.length), COUNT),
    own('registeredAt', text('fieldRegisteredAt'), (row) => moment(row.registeredAt), MOMENT, 'registeredAt'),
    own(
      'registrant.company',
      text('fieldCompany'),
      (row) => row.registrant.company ?? '',
      11,
      'registrant.company',
    ),
    own('registrant.title', text('fieldTitle'), (row) => row.registrant.title ?? '', 10, 'registrant.title'),
    own('registrant.phone', text('fieldPhone'), (row) => row.registrant.phone ?? '', 10, 'registrant.phone'),
    own('options', text('fieldOptions'), chosen, 14),
    own('sessions', text('fieldSessions'), (row) => String(row.sessionIds.length), 6),
    own('waitlistPosition', text('fieldPosition'), (row) => String(row.waitlistPosition ?? ''), 7),
    own('expiresAt', text('fieldExpiresAt'), (row) => moment(row.expiresAt), MOMENT, 'expiresAt'),
    own('cancelledAt', text('fieldCancelledAt'), (row) => moment(row.cancelledAt), MOMENT, 'cancelledAt'),
    own('cancelReason', text('fieldCancelReason'), (row) => row.cancelReason ?? '', 14),
    own('tags', text('fieldTags'), (row) => row.tags.map(isolate).join(', '), 10),
    own('note', text('fieldNote'), (row) => row.note ?? '', 14),
    own('source', text('fieldSource'), (row) => sourceText(row.source), 7, 'source'),
    own('updatedAt', text('fieldUpdatedAt'), (row) => moment(row.updatedAt), MOMENT, 'updatedAt'),
    ...setting.fields.map(
      (field): Column => ({
        id: `answers.${field.name}`,
        label: field.label,
        group: 'answers',
        ...sizeOf(12),
        read: (row) => tellAnswer(field, row.answers[field.name], zone),
      }),
    ),
    ...attendeeColumns(setting, zone),
  ]
}

function attendeeColumns({ fields }: Setting, zone: string): Column[] {
  const of = (id: string, label: string, read: (attendee: Attendee) => string): Column => ({
    id: `attendee.${id}`,
    label: `${text('groupAttendee')}: ${isolate(label)}`,
    group: 'attendee',
    ...sizeOf(13),
    read: ({ attendees }) => attendees.map((attendee) => isolate(read(attendee))).join('; '),
  })
  return [
    of('firstName', text('fieldFirstName'), ({ firstName }) => firstName),
    of('lastName', text('fieldLastName'), ({ lastName }) => lastName),
    of('email', text('fieldEmail'), ({ email }) => email ?? ''),
    of('company', text('fieldCompany'), ({ company }) => company ?? ''),
    of('checkedIn', text('fieldCheckedIn'), ({ checkedIn }) => text(checkedIn ? 'yes' : 'no')),
    ...fields.map((field) =>
      of(`answers.${field.name}`, field.label, ({ answers }) => tellAnswer(field, answers[field.name], zone)),
    ),
  ]
}

/** An answer in the form's words: choices are shown by their labels. */
export function tellAnswer(
  field: Pick<FormField, 'type' | 'choices'>,
  answer: unknown,
  zone: string,
): string {
  if (answer === undefined || answer === null) return ''
  if (Array.isArray(answer)) return answer.map((item) => isolate(tellAnswer(field, item, zone))).join(', ')
  if (typeof answer === 'boolean') return text(answer ? 'yes' : 'no')
  const choice = field.choices.find(({ value }) => value === answer)
  if (choice !== undefined) return choice.label
  if (field.type === 'country') return countryName(String(answer))
  return field.type === 'datetime' ? formatMoment(String(answer), zone) : String(answer)
}

/** In the reader's language; what is not a country stays as it is. */
function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code
  return new Intl.DisplayNames([locale.value], { type: 'region', fallback: 'code' }).of(code) ?? code
}
