import {
  connectConsole,
  connectConsoleEvents,
  connectConsoleIssuer,
  connectConsoleRegistration,
  connectConsoleTwofactor,
} from '../../../src/client/console.ts'
import { reachPatiently } from '../../ui/offline/patience.ts'
import { base } from './place.ts'
import { noteRefusal, organisationId } from './session-state.ts'

/** The page's own host serves every part: its content security policy allows no other. */
export const apiUrl = `${location.origin}${base}/api`

/** Calls the API as the signed-in operator, for the selected organisation. */
export const ask: typeof fetch = async (input, init) => {
  const headers = new Headers(init?.headers)
  const organisation = organisationId.peek()
  if (organisation !== undefined) headers.set('lanyard-organisation', organisation)
  const response = await reachPatiently(input, { ...init, headers, cache: 'no-store' })
  noteRefusal(response.status)
  return response
}

/** The console's own API: operators, organisations, applications, the server itself. */
export const consoleServer = connectConsole({ url: apiUrl, fetch: ask })
export const registration = connectConsoleRegistration({ url: `${apiUrl}/registration`, fetch: ask })
export const consoleEvents = connectConsoleEvents({ url: `${apiUrl}/events`, fetch: ask })
export const twofactor = connectConsoleTwofactor({ url: `${apiUrl}/twofactor`, fetch: ask })
export const issuer = connectConsoleIssuer({ url: `${apiUrl}/issuer`, fetch: ask })

type Call = (input: never) => Promise<{ status: number; body?: unknown }>

/** The successful answer of a call; streams, which lists and forms also offer, are left out. */
export type Answered<C extends Call> = Exclude<
  NonNullable<Extract<Awaited<ReturnType<C>>, { status: 200 | 201 }>['body']>,
  { chunks: unknown }
>

/** An item of the list that a call answers. */
export type Listed<C extends Call> = Answered<C> extends { data: readonly (infer T)[] } ? T : never
