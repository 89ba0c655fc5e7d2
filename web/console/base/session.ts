import { signal } from '@preact/signals'
import { Refusal } from '../../../src/client/client.ts'
import { writeChoice } from '../../ui/texts/choice.ts'
import { consoleServer } from './services.ts'
import { organisationId, sessionState } from './session-state.ts'

export type Me = Extract<Awaited<ReturnType<typeof consoleServer.getMe>>, { status: 200 }>['body']
export type Scope = Me['scopes'][number]

/** The signed-in operator; undefined if nobody is signed in, or if there was no network when asking. */
export const me = signal<Me | undefined>(undefined)

/** Whether the operator may do this, for display only: the server decides. `everywhere` means for the whole server. */
export function may(scope: Scope, everywhere = false): boolean {
  const who = me.value
  // A page that was opened offline keeps working, even if the session has ended by then.
  if (who === undefined) return sessionState.value === 'signed-in' || sessionState.value === 'ended'
  return who.scopes.includes(scope) && (!everywhere || who.everywhere)
}

export function chooseOrganisation(id: string): void {
  organisationId.value = id
  writeChoice('organisation', id)
}

/** Whether the server lets operators sign in through its issuer. */
export const byPhone = signal(false)

/** Asks the server who is signed in. Without a network the app starts as before, so that offline pages work. */
export async function loadSession(): Promise<void> {
  try {
    const { me: who, byPhone: isOffered } = (await consoleServer.findSession({})).body
    byPhone.value = isOffered
    me.value = who
    const known = who?.organisations.find(({ id }) => id === organisationId.peek())
    if (who !== undefined) organisationId.value = (known ?? who.organisations[0])?.id
    sessionState.value = who === undefined ? 'signed-out' : 'signed-in'
  } catch (error) {
    // A 5xx answer, such as a proxy without its server, counts as no network.
    sessionState.value = error instanceof Refusal && error.status < 500 ? 'signed-out' : 'signed-in'
  }
}

const atSignOut: (() => Promise<void>)[] = []

/** Registers a function that deletes what an area stores on the device for the signed-in operator. */
export function onSignOut(forget: () => Promise<void>): void {
  atSignOut.push(forget)
}

export async function signOut(): Promise<void> {
  await consoleServer.signOut({}).catch((error: unknown) => {
    // The session has already ended: local data is deleted anyway.
    if (!(error instanceof Refusal && error.status === 401)) throw error
  })
  await Promise.all(atSignOut.map((forget) => forget().catch(() => undefined)))
  me.value = undefined
  sessionState.value = 'signed-out'
}
