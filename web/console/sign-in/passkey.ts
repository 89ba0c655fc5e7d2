import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { problemOf } from '../../ui/problems/problem.ts'
import { problemText } from '../../ui/problems/problem-text.ts'
import { type Answered, consoleServer } from '../base/services.ts'
import { text } from './texts.ts'

/** Loaded on demand: most visits already have a session. */
const load = () => import('@simplewebauthn/browser')

/** Signs in with a passkey; the answer sets the session. */
export async function signInByPasskey(): Promise<void> {
  const [{ startAuthentication }, { body }] = await Promise.all([load(), consoleServer.beginSignIn({})])
  const optionsJSON = body as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON })
  await consoleServer.signIn({ body: { response } })
}

/** Asks an operator who is signed in to confirm with a passkey. */
export async function confirmByPasskey(options: { challenge: string }) {
  const { startAuthentication } = await load()
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON })
}

type CreationOptions = Answered<typeof consoleServer.beginPasskey>

/** Creates a passkey on this device or a nearby one. */
export async function makePasskey(options: CreationOptions) {
  const { startRegistration } = await load()
  return startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON })
}

/** Why this page cannot use passkeys; undefined if it can. */
export function findObstacle(): string | undefined {
  if (!isSecureContext) return text('insecure')
  return typeof PublicKeyCredential === 'undefined' ? text('unsupported') : undefined
}

/** Describes what went wrong between the page, the authenticator and the server. */
export function tellFailure(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'AbortError') return text('cancelled')
  if (name === 'InvalidStateError') return text('known')
  return problemOf(error).code === 'offline'
    ? text('offline')
    : text('failed', { detail: problemText(error) })
}
