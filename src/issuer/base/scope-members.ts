import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'

const jobMembers = {
  scope: Type.String({ minLength: 1, maxLength: 1_000 }),
  message: Type.Optional(Type.String({ maxLength: 140, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })),
  nonce: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  expires_in: Type.Optional(Type.Integer({ minimum: 30, maximum: 86_400 })),
}

/** The members of a job that anyone may create without signing. */
export const openJob = closed(jobMembers)
/** The members of an application's request, beside the registered claims of RFC 7519. */
export const requestJob = closed({
  ...jobMembers,
  callback: Type.Optional(Type.String({ maxLength: 2_048 })),
})
