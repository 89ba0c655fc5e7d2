import type { Cache } from '../../kernel/base/cache.ts'
import type { Watch } from '../../kernel/base/watch.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reader } from '../../kernel/database/database.ts'
import type { PictureProxy } from '../../kernel/outbound/pictures.ts'
import type { ApplicationDirectory } from '../../platform/accounts/application-directory.ts'
import type { Keyring } from '../../platform/accounts/keyring.ts'
import type { CountFigure } from '../../platform/figures/figures.ts'
import type { PushQueue } from '../../platform/push/queue.ts'
import type { PolledApproval } from './approval-store.ts'
import { type Phone, readPhone } from './phones.ts'
import { problem } from './problems.ts'
import type { UserRow } from './tables.ts'
import { findUserByNumber } from './user-store.ts'

/** An application of this service, as a request speaks for it. */
export type Application = {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  readonly serial: number
  readonly settings: ApplicationSettings
}

export type ApplicationSettings = {
  readonly callback?: string
  readonly callbackMethod?: 'GET' | 'POST'
  readonly codeLength?: number
  readonly sms?: boolean
  readonly voice?: boolean
  /** Sends a day. */
  readonly quota?: number
}

/** What the service's functions work with. */
export type Twofactor = Context & {
  readonly url: string
  readonly authenticatorUrl: string
  /** The word that old clients know the service by. */
  readonly alias: string | undefined
  /** The page of the service that takes its place. */
  readonly successor: string | undefined
  /** Whether anyone would take a message of the kind now. */
  readonly carrierWorks: (channel: 'sms' | 'voice' | 'email') => boolean
  readonly channels: { readonly sms: boolean; readonly voice: boolean; readonly email: boolean }
  /** Where messages and calls may go, by ISO 3166-1 codes; everywhere where it is undefined. */
  readonly countries:
    | { readonly only?: readonly string[] | undefined; readonly except?: readonly string[] | undefined }
    | undefined
  /** Refuses an address that the server may not call. */
  readonly checkAddress: (url: string) => void
  /** Pictures that applications keep elsewhere. */
  readonly pictures: PictureProxy
  /** Undefined where push messages are off. */
  readonly push: PushQueue | undefined
  /** Approvals that wait, as polls tell them, by uuid. */
  readonly polled: Cache<PolledApproval>
  /** The numbers of those who signed in lately, by their sealed text. */
  readonly phones: Cache<Phone>
  /** By approval, and by user for their devices. */
  readonly approvals: Watch
  readonly inbox: Watch
  /** API calls since the last flush, by application. */
  readonly calls: Map<string, number>
  readonly count: CountFigure
}

/** Verifications have their own code for a user who is not there: clients compare it. */
export type UserUnknown = 'user-unknown' | 'token-user-unknown'

export async function getUser(
  db: Reader,
  app: Application,
  number: number,
  otherwise: UserUnknown = 'user-unknown',
): Promise<UserRow> {
  const user = await findUserByNumber(db, app.id, number)
  if (user === undefined) throw problem(otherwise)
  return user
}

/** To open a number and to find its plan costs a tenth of a send. */
export function phoneOf({ vault, phones }: Twofactor, { phone }: Pick<UserRow, 'phone'>): Phone {
  const known = phones.get(phone)
  if (known !== undefined) return known
  const read = readPhone(vault.open('twofactor.phone', phone))
  phones.set(phone, read)
  return read
}

export function openEmail({ vault }: Twofactor, { email }: Pick<UserRow, 'email'>): string | null {
  return email === null ? null : vault.open('twofactor.email', email)
}

/** `2026-11`; asked for at every request, and made in a fifth of the time of an ISO date. */
export function monthOf(epochMs: number): string {
  const date = new Date(epochMs)
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}

/** What the service is served with. */
export type TwofactorParts = { service: Twofactor; applications: ApplicationDirectory; keyring: Keyring }
