import type { NewAccount } from '../../../src/client/device/otpauth.ts'
import type { DeviceKey } from '../keys/device-key.ts'

export type ClaimName = 'email' | 'phone'

/** A key that the issuer knows, or will. */
export type Identity = {
  /** The thumbprint of the key. */
  readonly id: string
  readonly name: string
  readonly key: DeviceKey
  /** Revokes the key from anywhere; undefined where the issuer's answer was lost. */
  readonly secret: string | undefined
  readonly claims: Partial<Record<ClaimName, { readonly value: string; readonly token: string }>>
  readonly since: number
  /** Addresses that were proven for an earlier key, to be proven again. */
  readonly addresses?: Partial<Record<ClaimName, string>>
  /** The key that takes over, kept before the issuer hears of it. */
  readonly next?: DeviceKey
}

/** A key of another device of the same person, which this one can revoke. */
export type OtherDevice = {
  /** The thumbprint of its key. */
  readonly id: string
  readonly name: string
  readonly secret: string
  readonly since: number
}

/** This device at a two-factor service. */
export type Enrolment = {
  /** The device's uuid. */
  readonly id: string
  readonly key: DeviceKey
  readonly twofactorId: number
  readonly app: { readonly name: string; readonly appId: string }
  readonly accountId: string
}

/** At rest it is sealed as a whole. */
export type CodeAccount = NewAccount & { readonly id: string }

export type HistoryEntry = {
  readonly id: string
  readonly at: number
  readonly kind: 'login' | 'approval'
  readonly outcome: 'approved' | 'denied' | 'not-me' | 'expired'
  readonly who: string
  readonly fingerprint?: string
  readonly message?: string
  readonly shared?: string[]
  /** Who answered. */
  readonly identity?: string
  /** The application is blocked since. */
  readonly blocked?: boolean
}
