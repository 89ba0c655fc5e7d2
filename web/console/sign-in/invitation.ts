import { Refusal } from '../../../src/client/client.ts'
import { consoleServer } from '../base/services.ts'

type Begun = Extract<Awaited<ReturnType<typeof consoleServer.beginInvitation>>, { status: 200 }>['body']
export type Invitation = Begun['operator']

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
