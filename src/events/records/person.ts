import * as Type from 'typebox'
import { required, stored } from '../../kernel/contract/member.ts'
import { email, emailOrNull, text, textOrNull } from './values.ts'

const name = text(200, 1)
const shownName = Type.String()
const shownEmail = textOrNull()
const company = textOrNull({ maxLength: 300 })

/** An attendee's name and contact data. */
export const person = {
  firstName: required('first_name', name, { shown: shownName, personal: true }),
  lastName: required('last_name', name, {
    key: 'last_name_key',
    walk: true,
    shown: shownName,
    personal: true,
  }),
  email: stored('email', emailOrNull, null, {
    key: 'email_key',
    as: 'address',
    shown: shownEmail,
    personal: true,
  }),
  phone: stored('phone', textOrNull({ maxLength: 50 }), null, { personal: true }),
  company: stored('company', company, null, { key: 'company_key', personal: true }),
  title: stored('title', textOrNull({ maxLength: 300 }), null, { personal: true }),
}

/** Those of the person who registers. */
export const registrant = {
  firstName: person.firstName,
  lastName: required('last_name', name, { shown: shownName, personal: true }),
  email: required('email', email, {
    key: 'email_key',
    as: 'address',
    walk: true,
    shown: shownEmail,
    personal: true,
  }),
  phone: person.phone,
  company: stored('company', company, null, { personal: true }),
  title: person.title,
}
