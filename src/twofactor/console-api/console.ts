import type { Principal } from '../../kernel/contract/operation.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { findApplication, type ShownApplication } from '../../platform/accounts/organisation-applications.ts'
import { consoleProblem } from '../../platform/operators/face.ts'
import type { UserRow } from '../base/tables.ts'
import type { Application, ApplicationSettings, Twofactor, TwofactorParts } from '../base/twofactor.ts'
import { findUserByNumber } from '../base/user-store.ts'

export type Way = 'outbox' | 'gateway' | 'off'
export type BenchChannel = 'sms' | 'voice' | 'email'
type OutboxText = { readonly at: string; readonly text: string; readonly subject?: string }

/** What the console's part of the service works with. */
export type TwofactorConsole = Pick<TwofactorParts, 'service' | 'applications'> & {
  readonly url: string
  readonly ways: Readonly<Record<BenchChannel, Way>>
  /** What the guard counts the server's own sends under. */
  readonly serverSenders: Readonly<Record<'issuer' | 'registration', string>>
  /** The last message of a channel to an address, where it stays on this machine. */
  readonly findInOutbox: (message: {
    channel: BenchChannel
    to: string
    purpose: string
    since: number
  }) => Promise<OutboxText | undefined>
}

/** An application of the operator's organisation, disabled or not. */
export async function getOwn(
  { service }: TwofactorConsole,
  { organisationId }: Principal,
  id: string,
): Promise<ShownApplication> {
  const app = await findApplication(service, organisationId, id)
  if (app === undefined) throw consoleProblem('not-found')
  return app
}

/** The application as its own requests would speak for it: a disabled one does not. */
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

/** Somebody else may have removed the user a moment ago. */
export function orNotFound<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'user-unknown' ? consoleProblem('not-found') : error
  })
}

export function timeText(epochMs: number): string {
  return new Date(epochMs).toISOString()
}

export function timeTextOrNull(epochMs: number | null): string | null {
  return epochMs === null ? null : timeText(epochMs)
}
