import { foldAddress } from '../../kernel/text/email-address.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { foldCase } from '../../kernel/text/words.ts'
import type { ContactListRow, ContactRow, Tracked } from '../records/tables.ts'
import type { ContactAnswer, ContactInput } from '../schemas/contact.ts'

type Columns = Omit<ContactRow, keyof Tracked | 'list_id'>

/** Whoever is put on a list of those who want nothing is not subscribed. */
export function contactColumns(input: ContactInput, listType: ContactListRow['type']): Columns {
  return {
    email: input.email,
    email_key: foldAddress(input.email),
    first_name: input.firstName ?? null,
    last_name: input.lastName ?? null,
    last_name_key: foldOrNull(input.lastName),
    company: input.company ?? null,
    company_key: foldOrNull(input.company),
    title: input.title ?? null,
    phone: input.phone ?? null,
    country_code: input.countryCode ?? null,
    language: input.language ?? null,
    custom_fields: JSON.stringify(input.customFields ?? {}),
    status: input.status ?? (listType === 'suppression' ? 'unsubscribed' : 'subscribed'),
    external_id: input.externalId ?? null,
  }
}

export function contactInputOf(row: ContactRow): ContactInput {
  return {
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    company: row.company,
    title: row.title,
    phone: row.phone,
    countryCode: row.country_code,
    language: row.language,
    customFields: JSON.parse(row.custom_fields),
    status: row.status,
    externalId: row.external_id,
  }
}

export function contactAnswer(row: ContactRow): ContactAnswer {
  return {
    ...(contactInputOf(row) as Required<ContactInput>),
    id: row.id,
    createdAt: formatTime(row.created_at),
    updatedAt: formatTime(row.updated_at),
    version: row.version,
  }
}

function foldOrNull(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : foldCase(text)
}
