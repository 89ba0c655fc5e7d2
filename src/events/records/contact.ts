import * as Type from 'typebox'
import { json, required, stored } from '../../kernel/contract/member.ts'
import { mergePatchOf } from '../../kernel/contract/merge-patch.ts'
import { defineRecord } from '../../kernel/contract/record.ts'
import { closed, optional } from '../../kernel/contract/schema.ts'
import { identity, trackedColumns, tracking } from './tracked.ts'
import { count, customFields, email, id, oneOf, text, textOrNull, tracked } from './values.ts'

const listOptional = {
  description: textOrNull({ maxLength: 2_000 }),
  type: oneOf('standard', 'suppression'),
}
export const contactListInput = closed({ name: text(200, 1), ...optional(listOptional) })
export type ContactListInput = Type.Static<typeof contactListInput>
export const contactListPatch = mergePatchOf(
  closed({ name: text(200, 1), description: listOptional.description }),
)
export type ContactListPatch = Type.Static<typeof contactListPatch>
export const contactList = Type.Object({
  id,
  name: Type.String(),
  ...listOptional,
  contactCount: count,
  ...tracked,
})
export type ContactListAnswer = Type.Static<typeof contactList>

export const contactRecord = defineRecord(
  {
    ...identity,
    email: required('email', email, { key: 'email_key', as: 'address', walk: true, shown: Type.String() }),
    firstName: stored('first_name', textOrNull({ maxLength: 200 }), null),
    lastName: stored('last_name', textOrNull({ maxLength: 200 }), null, { key: 'last_name_key' }),
    company: stored('company', textOrNull({ maxLength: 300 }), null, { key: 'company_key' }),
    title: stored('title', textOrNull({ maxLength: 300 }), null),
    phone: stored('phone', textOrNull({ maxLength: 50 }), null),
    countryCode: stored('country_code', textOrNull({ pattern: '^[A-Z]{2}$' }), null),
    language: stored('language', textOrNull({ maxLength: 35 }), null),
    customFields: json('custom_fields', customFields, {}),
    status: stored('status', oneOf('subscribed', 'unsubscribed', 'bounced'), 'subscribed'),
    externalId: stored('external_id', textOrNull({ maxLength: 200 }), null, { as: 'id', indexed: true }),
    ...tracking,
  },
  { ...trackedColumns, fixed: [...trackedColumns.fixed, 'list_id'] },
)

export const contactInput = contactRecord.input
export type ContactInput = Type.Static<typeof contactInput>
export const contactPatch = mergePatchOf(contactInput)
export type ContactPatch = Type.Static<typeof contactPatch>
const MOST_CONTACTS = 1_000
/** One contact, or an array whose items are judged one by one. */
export const contactInputs = Type.Unsafe<ContactInput | unknown[]>({
  ...contactInput,
  type: ['object', 'array'],
  minItems: 1,
  maxItems: MOST_CONTACTS,
  items: { description: 'As one by itself.' },
})
export const contact = Type.Object(contactRecord.answer)
export type ContactAnswer = Type.Static<typeof contact>
