import type { Principal } from '../../kernel/contract/operation.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { findApplication, type ShownApplication } from '../../platform/accounts/organisation-applications.ts'
import { consoleProblem } from '../../platform/operators/face.ts'
import type { UserRow } from '../base/tables.ts'
import type { Application, ApplicationSettings, Twofactor, TwofactorParts } from '../base/twofactor.ts'
import { findUserByNumber } from '../base/user-store.ts'

export type Way = 'outbox' | 'gateway' | 'off'
export type TryOutChannel = 'sms' | 'voice' | 'email'
type OutboxText = { readonly at: string; readonly text: string; readonly subject?: string }

/** The services that the two-factor part of the console needs. */
export type TwofactorConsole = Pick<TwofactorParts, 'service' | 'applications'> & {
  readonly url: string
  readonly ways: Readonly<Record<TryOutChannel, Way>>
  /** The sender IDs under which the guard counts the server's own messages. */
  readonly serverSenders: Readonly<Record<'issuer' | 'registration', string>>
  /** The latest message to an address on a channel, if messages are kept on this machine instead of being sent. */
  readonly findInOutbox: (message: {
    channel: TryOutChannel
    to: string
    purpose: string
    since: number
  }) => Promise<OutboxText | undefined>
}

/** Finds an application of the operator's organisation, even a disabled one. */
export async function getOwn(
  { service }: TwofactorConsole,
  { organisationId }: Principal,
  id: string,
): Promise<ShownApplication> {
  const app = await findApplication(service, organisationId, id)
  if (app === undefined) throw consoleProblem('not-found')
  return app
}

/** Finds the application as if it made the request itself; a disabled one cannot. */
export async function getSpeaker(
  { applications }: TwofactorConsole,
  { organisationId, operator }: Principal,
  id: string,
): Promise<Application> {
  const app = await applications.find(id)
  const reaches = app?.organisationId === organisationId || (organisationId === '' && operator?.everywhere)
  if (app === undefined || !reaches)
    throw consoleProblem('not-found', { detail: 'There is no such application, or it is disabled.' })
  return { ...app, settings: app.settings as ApplicationSettings }
}

export async function getUserOf(service: Twofactor, applicationId: string, number: number): Promise<UserRow> {
  const user = await findUserByNumber(service.database, applicationId, number)
  if (user === undefined) throw consoleProblem('not-found')
  return user
}

/** Answers "not found" if somebody else has just removed the user. */
export function orNotFound<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'user-unknown' ? consoleProblem('not-found') : error
  })
}
