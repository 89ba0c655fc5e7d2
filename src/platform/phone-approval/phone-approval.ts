import type { Transaction } from '../../kernel/database/database.ts'

type PhoneQuestion = {
  /** Up to 140 characters, shown on the phone. */
  readonly message: string
  /** Names of claims, as the issuer has them: `name~r email`. */
  readonly scope: string
  /** The fingerprint of the one who is asked; anybody with the link where it is left out. */
  readonly user?: string | undefined
}

type AskedPhone = {
  /** Sealed, for whoever asked: reads and takes the answer. */
  readonly ref: string
  /** Leads to the authenticator, as the QR code does. */
  readonly link: string
  readonly qrSvg: string
  /** Shown beside it, and typed on the phone. */
  readonly number: string
  readonly expiresAt: number
}

export type PhoneAnswer =
  | { readonly status: 'pending' | 'denied' | 'expired' }
  | {
      readonly status: 'approved'
      /** Of the key that approved. */
      readonly fingerprint: string
      readonly claims: Readonly<Record<string, string | number | boolean>>
      /** Those of them that the issuer has proved. */
      readonly verified: readonly string[]
    }

/** This server asks a person by the issuer, as any application would. */
export type PhoneApproval = {
  ask(question: PhoneQuestion): Promise<AskedPhone>
  read(ref: string): Promise<PhoneAnswer>
  /** An answer counts once: true for the first who takes it, in whatever process. */
  take(tx: Transaction, ref: string): Promise<boolean>
  cancel(ref: string): Promise<void>
  /** The key that took the place of one that was rotated; undefined where it is revoked or unknown. */
  findCurrentKey(fingerprint: string): Promise<string | undefined>
}
