import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'

export const reading = { method: 'GET', auth: 'operator', scope: 'twofactor:read' } as const
export const writing = { method: 'POST', auth: 'operator', scope: 'twofactor:write' } as const

export const ofApplication = closed({ applicationId: Type.String({ maxLength: 100, 'x-log': true }) })
export const userNumber = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  description: 'The number that the application knows the user by.',
})
export const ofUser = closed({
  applicationId: Type.String({ maxLength: 100, 'x-log': true }),
  number: userNumber,
})
