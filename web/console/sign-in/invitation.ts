import { Refusal } from '../../../src/client/client.ts'
import { type Answered, consoleServer } from '../base/services.ts'

export type Invitation = Answered<typeof consoleServer.beginInvitation>['operator']

/** The operator that an invitation is for; undefined if it is no longer valid. */
export async function findInvitation(token: string): Promise<Invitation | undefined> {
  if (token === '') return undefined
  try {
    return (await consoleServer.beginInvitation({ body: { token } })).body.operator
  } catch (error) {
    if (error instanceof Refusal && error.status === 401) return undefined
    throw error
  }
}
