export type Role = 'owner' | 'organiser' | 'support' | 'read-only'

export type OperatorRow = {
  id: string
  email: string
  name: string | null
  role: Role
  /** Null means every organisation. */
  organisation_id: string | null
  created_at: number
  disabled_at: number | null
}

type InvitationRow = {
  digest: string
  operator_id: string
  expires_at: number
  used_at: number | null
}

/** WebAuthn §7.1: a credential ID of more than 1023 bytes fails the ceremony; this is the limit in base64url. */
export const longestPasskeyId = 1364

export type PasskeyRow = {
  /** The credential ID from the authenticator, in base64url. */
  id: string
  operator_id: string
  name: string
  public_key: string
  counter: number
  /** How browsers reach the authenticator (`usb`, `internal` …), separated by spaces. */
  transports: string
  created_at: number
  used_at: number | null
}

export type ChallengePurpose = 'identity' | 'invitation' | 'passkey' | 'sign-in'

type ChallengeRow = {
  digest: string
  purpose: ChallengePurpose
  /** The operator that it was given to; null if not known yet. */
  operator_id: string | null
  expires_at: number
}

type SessionRow = {
  id: string
  operator_id: string
  digest: string
  /** The browser's user agent. */
  agent: string
  created_at: number
  used_at: number
  ends_at: number
}

export type IdentityRow = {
  /** The fingerprint of the key that approves for the operator. */
  fingerprint: string
  operator_id: string
  created_at: number
  used_at: number | null
}

export type OperatorTables = {
  operators: OperatorRow
  operator_invitations: InvitationRow
  operator_passkeys: PasskeyRow
  operator_challenges: ChallengeRow
  operator_sessions: SessionRow
  operator_identities: IdentityRow
}
