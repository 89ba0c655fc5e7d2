import { signal } from '@preact/signals'
import { Refusal } from '../../../src/client/client.ts'
import { writeChoice } from '../../ui/texts/choice.ts'
import { readPlace } from './place.ts'
import { type Answered, consoleServer } from './services.ts'
import { organisationId, sessionState } from './session-state.ts'

export type Me = Answered<typeof consoleServer.getMe>
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

/** The documentation, or one of its pages: `/guide/receive-webhooks`. */
export function docsUrl(page = ''): string {
  return `${me.value?.docsUrl ?? `${location.origin}/docs`}${page}`
}

/** Remembered for this tab, and for new ones. The only organisation is no choice: later there may be others. */
export function chooseOrganisation(id: string): void {
  organisationId.value = id
  if ((me.peek()?.organisations.length ?? 0) < 2) return
  writeChoice('organisation', id)
  writeChoice('organisation', id, 'tab')
}

/** Whether the operator has access to the organisation, for display only: the server decides. */
export function mayEnter(organisation: string): boolean {
  return me.value === undefined || me.value.organisations.some(({ id }) => id === organisation)
}

/** Whether the server lets operators sign in through its issuer. */
export const byPhone = signal(false)

/** Asks the server who is signed in. Without a network the app starts as before, so that offline pages work. */
export async function loadSession(): Promise<void> {
  try {
    const { me: who, byPhone: isOffered } = (await consoleServer.findSession({})).body
    byPhone.value = isOffered
    me.value = who
    if (who !== undefined) organisationId.value = startingPlace(who)
    sessionState.value = who === undefined ? 'signed-out' : 'signed-in'
  } catch (error) {
    organisationId.value = readPlace(location.pathname).organisation ?? organisationId.peek()
    // A 5xx answer, such as a proxy without its server, counts as no network.
    sessionState.value = error instanceof Refusal && error.status < 500 ? 'signed-out' : 'signed-in'
  }
}

/** The organisation of the address, else the one that was used last, else the first one with events. */
function startingPlace({ organisations, startsIn }: Me): string | undefined {
  const wanted = [readPlace(location.pathname).organisation, organisationId.peek(), startsIn]
  const known = wanted.find((id) => organisations.some((organisation) => organisation.id === id))
  return known ?? organisations[0]?.id
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
