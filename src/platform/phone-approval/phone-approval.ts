import type { Transaction } from '../../kernel/database/database.ts'

type PhoneQuestion = {
  /** Up to 140 characters, shown on the phone. */
  readonly message: string
  /** Names of claims, as the issuer writes them: `name~r email`. */
  readonly scope: string
  /** The fingerprint of the person to ask; anyone with the link if left out. */
  readonly user?: string | undefined
}

type AskedPhone = {
  /** An encrypted reference, with which the asker reads and takes the answer. */
  readonly ref: string
  /** Opens the authenticator, like the QR code. */
  readonly link: string
  readonly qrSvg: string
  /** Shown beside the QR code, and typed on the phone. */
  readonly number: string
  readonly expiresAt: number
}

export type PhoneAnswer =
  | { readonly status: 'pending' | 'denied' | 'expired' }
  | {
      readonly status: 'approved'
      /** The fingerprint of the key that approved. */
      readonly fingerprint: string
      readonly claims: Readonly<Record<string, string | number | boolean>>
      /** The claims among them that the issuer has verified. */
      readonly verified: readonly string[]
    }

/** Lets this server ask a person through the issuer, like any application. */
export type PhoneApproval = {
  ask(question: PhoneQuestion): Promise<AskedPhone>
  read(ref: string): Promise<PhoneAnswer>
  /** An answer counts once: true only for the first caller across all processes. */
  take(tx: Transaction, ref: string): Promise<boolean>
  cancel(ref: string): Promise<void>
  /** The key that replaced a rotated one; undefined if it is revoked or unknown. */
  findCurrentKey(fingerprint: string): Promise<string | undefined>
}
