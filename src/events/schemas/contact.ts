import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import { mergePatchOf } from '../records/merge-patch.ts'
import {
  count,
  customFields,
  email,
  id,
  oneOf,
  optional,
  text,
  textOrNull,
  tracked,
} from '../records/values.ts'

const listOptional = {
  description: textOrNull({ maxLength: 2_000 }),
  type: oneOf('standard', 'suppression'),
}
export const contactListInput = closed({ name: text(200, 1), ...optional(listOptional) })
export type ContactListInput = Type.Static<typeof contactListInput>
export type ContactListPatch = { name?: string | null; description?: string | null }
export const contactListPatch = mergePatchOf<ContactListPatch>(
  closed({ name: text(200, 1), description: listOptional.description }),
)
export const contactList = Type.Object({
  id,
  name: Type.String(),
  ...listOptional,
  contactCount: count,
  ...tracked,
})
export type ContactListAnswer = Type.Static<typeof contactList>

const contactOptional = {
  firstName: textOrNull({ maxLength: 200 }),
  lastName: textOrNull({ maxLength: 200 }),
  company: textOrNull({ maxLength: 300 }),
  title: textOrNull({ maxLength: 300 }),
  phone: textOrNull({ maxLength: 50 }),
  countryCode: textOrNull({ pattern: '^[A-Z]{2}$' }),
  language: textOrNull({ maxLength: 35 }),
  customFields,
  status: oneOf('subscribed', 'unsubscribed', 'bounced'),
  externalId: textOrNull({ maxLength: 200 }),
}
export const contactInput = closed({ email, ...optional(contactOptional) })
export type ContactInput = Type.Static<typeof contactInput>
export type ContactPatch = { [K in keyof ContactInput]?: ContactInput[K] | null }
export const contactPatch = mergePatchOf<ContactPatch>(contactInput)
const MOST_CONTACTS = 1_000
/** One, or an array whose items are judged one by one. */
export const contactInputs = Type.Unsafe<ContactInput | unknown[]>({
  ...contactInput,
  type: ['object', 'array'],
  minItems: 1,
  maxItems: MOST_CONTACTS,
  items: { description: 'As one by itself.' },
})
export const contact = Type.Object({ id, email: Type.String(), ...contactOptional, ...tracked })
export type ContactAnswer = Type.Static<typeof contact>
