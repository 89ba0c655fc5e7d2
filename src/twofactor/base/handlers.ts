import type { Answer, OperationTable, Request } from '../../kernel/contract/operation.ts'
import { problem } from './problems.ts'
import type { UserRow } from './tables.ts'
import { type Application, getUser, type Twofactor } from './twofactor.ts'

/** One handler for each operation that needs an API key; it receives the application that the key belongs to. */
export type ApplicationHandlers<T extends OperationTable> = {
  readonly [K in keyof T]: (request: Request<T[K]>, app: Application) => Promise<Answer<T[K]>>
}

export type FindApplication = (id: string) => Promise<Application | undefined>

/** The user named in the path. */
export function getUserOfPath(
  { database }: Twofactor,
  app: Application,
  { twofactor_id }: { twofactor_id: string },
): Promise<UserRow> {
  return getUser(database, app, readUserNumber(twofactor_id))
}

/** Verifications have a separate error code for an unknown user: clients compare it. */
type UserUnknown = 'user-unknown' | 'token-user-unknown'

export function readUserNumber(text: string, code: UserUnknown = 'user-unknown'): number {
  const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > 2_147_483_647) throw problem(code)
  return number
}

/** A user's number, under the alias too if there is one. */
export function namedIds({ alias }: Twofactor, number: number) {
  return { twofactor_id: number, ...(alias === undefined ? {} : { [`${alias}_id`]: number }) }
}
