import type { NewAccount } from '../../../src/client/device/otpauth.ts'
import type { DeviceKey } from '../keys/device-key.ts'

export type ClaimName = 'email' | 'phone'

/** A key that is registered with the issuer, or about to be. */
export type Identity = {
  /** The thumbprint of the key. */
  readonly id: string
  readonly name: string
  readonly key: DeviceKey
  /** The secret that revokes the key from anywhere; undefined if the issuer's answer was lost. */
  readonly secret: string | undefined
  readonly claims: Partial<Record<ClaimName, { readonly value: string; readonly token: string }>>
  readonly since: number
  /** Addresses that were verified for an earlier key, to be verified again. */
  readonly addresses?: Partial<Record<ClaimName, string>> | undefined
  /** When a recovery file was last saved for it, in epoch ms. */
  readonly recoverySince?: number | undefined
  /** The next key of a rotation, stored before the issuer is asked. */
  readonly next?: DeviceKey
}

/** The key of the same person's other device, which this one can revoke. */
export type OtherDevice = {
  /** The thumbprint of its key. */
  readonly id: string
  readonly name: string
  readonly secret: string
  readonly since: number
}

/** The enrolment of this device at a two-factor service. */
export type Enrolment = {
  /** The device's uuid. */
  readonly id: string
  readonly key: DeviceKey
  readonly twofactorId: number
  readonly app: { readonly name: string; readonly appId: string }
  readonly accountId: string
}

/** Stored encrypted as a whole. */
export type CodeAccount = NewAccount & { readonly id: string }

/** What an identity shared with an application at the last sign-in. Stored encrypted as a whole. */
export type Consent = {
  readonly id: string
  /** The claims that were asked for. */
  readonly asked: string
  readonly shared: Readonly<Record<string, { readonly value: string; readonly isVerified: boolean }>>
}

export type HistoryEntry = {
  readonly id: string
  readonly at: number
  readonly kind: 'login' | 'approval'
  readonly outcome: 'approved' | 'denied' | 'not-me' | 'expired'
  readonly who: string
  readonly fingerprint?: string
  readonly message?: string
  readonly shared?: string[]
  /** The identity that answered. */
  readonly identity?: string
  /** True if the application was blocked with this answer. */
  readonly blocked?: boolean
}
