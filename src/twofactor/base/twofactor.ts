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

/** The application that a request is made for, with its settings. */
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
  /** Maximum sends per day. */
  readonly quota?: number
}

/** The services and settings that every two-factor function needs. */
export type Twofactor = Context & {
  readonly url: string
  readonly authenticatorUrl: string
  /** The service's name in the headers and members that old clients use. */
  readonly alias: string | undefined
  /** The page about the service that replaces this API. */
  readonly successor: string | undefined
  /** Whether a gateway for this kind of message currently works. */
  readonly carrierWorks: (channel: 'sms' | 'voice' | 'email') => boolean
  readonly channels: { readonly sms: boolean; readonly voice: boolean; readonly email: boolean }
  /** The countries that messages and calls may go to, as ISO 3166-1 codes; undefined for all countries. */
  readonly countries:
    | { readonly only?: readonly string[] | undefined; readonly except?: readonly string[] | undefined }
    | undefined
  /** Throws for an address that the server may not call. */
  readonly checkAddress: (url: string) => void
  /** Fetches images that applications host elsewhere. */
  readonly pictures: PictureProxy
  /** Undefined if push messages are off. */
  readonly push: PushQueue | undefined
  /** Whether no other process serves this database, so that what is in memory is current. */
  readonly isAlone: boolean
  /** Pending approvals as polls return them, by uuid. */
  readonly polled: Cache<PolledApproval>
  /** The numbers of users who signed in recently, by their encrypted text. */
  readonly phones: Cache<Phone>
  /** Notified by approval, for polls, and by user, for their devices. */
  readonly approvals: Watch
  readonly inbox: Watch
  /** API calls since the last flush, per application. */
  readonly calls: Map<string, number>
  readonly count: CountFigure
}

export async function getUser(db: Reader, app: Application, number: number): Promise<UserRow> {
  const user = await findUserByNumber(db, app.id, number)
  if (user === undefined) throw problem('user-unknown')
  return user
}

/** Cached, because a code that was sent is usually verified soon, which needs the number again. */
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

/** `2026-11`. Every request needs it, and this takes a fifth of the time of an ISO date. */
export function monthOf(epochMs: number): string {
  const date = new Date(epochMs)
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}

/** Everything that is needed to serve the two-factor API. */
export type TwofactorParts = { service: Twofactor; applications: ApplicationDirectory; keyring: Keyring }
