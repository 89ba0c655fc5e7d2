import type { AttendeeRow, RegistrationRow } from './records/tables.ts'

type PersonRow = Pick<
  AttendeeRow | RegistrationRow,
  'first_name' | 'last_name' | 'phone' | 'company' | 'title'
>

/** The members by which a registrant and an attendee are called and reached. */
export function personOf<E extends string | null>(row: PersonRow & { readonly email: E }) {
  return {
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    phone: row.phone,
    company: row.company,
    title: row.title,
  }
}
