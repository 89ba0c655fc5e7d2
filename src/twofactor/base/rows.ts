import * as Type from 'typebox'
import { json } from '../../kernel/contract/operation.ts'
import { closed } from '../../kernel/contract/schema.ts'

/** Unknown parameters are ignored in this service. */
const ignoredQuery = Type.Object(
  {},
  { additionalProperties: Type.Union([Type.String(), Type.Array(Type.String())]) },
)

/** Members of the operations that clients of the older service call. */
export const forOlderClients = { tag: 'two-factor', auth: 'api-key' } as const

/** Members of the operations for applications that the older service did not have. */
export const forApplications = { tag: 'beyond', auth: 'api-key' } as const

/** Members of the operations for authenticators, which sign their requests. */
export const forDevices = { tag: 'device', auth: 'signed', query: ignoredQuery } as const

export const text = (maxLength: number) => Type.String({ maxLength })
export const anything = Type.Object({}, { additionalProperties: true })
export const userPath = closed({ twofactor_id: Type.String() })
/** A text of any length: the operation itself refuses one that is too long, with the error that clients expect. */
export const anyText = Type.Optional(Type.String())
export const optionalPhone = { phone_number: anyText, country_code: anyText }

export const success = { message: Type.String(), success: Type.Boolean() }
export const done = json(Type.Object(success), 'Done.')

export const userProblems = ['user-unknown'] as const
export const deviceProblems = ['device-unproven', 'token-replayed'] as const
