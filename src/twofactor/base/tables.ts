export type UserRow = {
  id: string
  application_id: string
  /** The user's number on the wire: an integer, per application. */
  number: number
  phone_digest: string
  /** Sealed, E.164. */
  phone: string
  country_code: string
  /** Sealed. */
  email: string | null
  created_at: number
  removed_at: number | null
  /** Wrong sent codes in a row; an attempt counts before it is judged. */
  failures: number
  /** Wrong app tokens in a row, counted in the same way. */
  app_failures: number
  locked_until: number | null
  /** Set at the hundredth failure of one kind: only a code sent after it, or an operator, opens again. */
  shut_at: number | null
  denials: number
  push_after: number | null
  confirmed: number
}

/** A code on its way: one live an action. Used ones stay until they would have expired, to be told apart. */
export type CodeRow = {
  user_id: string
  action: string
  digest: string
  sent_at: number
  expires_at: number
  failures: number
  used_at: number | null
}

/** A seed of RFC 6238: of a device of ours, or of any other app. */
export type SeedRow = {
  id: string
  user_id: string
  device_id: string | null
  seed: string
  last_step: number
  created_at: number
}

export type DeviceRow = {
  id: string
  user_id: string
  fingerprint: string
  jwk: string
  name: string | null
  os_type: string | null
  devtoken: string | null
  created_at: number
  seen_at: number
}

type EnrolmentRow = { digest: string; user_id: string; expires_at: number; used_at: number | null }

export type VerificationRow = {
  application_id: string
  phone_digest: string
  uuid: string
  /** Sealed: the same code is sent again inside its time. */
  code: string
  expires_at: number
  failures: number
  used_at: number | null
}

export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'expired'

export type ApprovalRow = {
  uuid: string
  application_id: string
  user_id: string
  message: string
  /** Sealed JSON. */
  details: string
  hidden_details: string
  logos: string
  status: ApprovalStatus
  /** Three numbers, the right one first, where matching is asked for. */
  numbers: string | null
  notified: number
  device_id: string | null
  signature: string | null
  created_at: number
  updated_at: number
  processed_at: number | null
  /** Null never ends by itself. */
  expires_at: number | null
  seconds_to_expire: number
}

/** An answer that the application is still to be told. */
export type CallbackRow = {
  /** Of the approval. */
  uuid: string
  application_id: string
  attempts: number
  due_at: number
  created_at: number
}

export type StatsRow = {
  application_id: string
  /** `2026-08`. */
  month: string
  sms: number
  calls: number
  users: number
  removed: number
  auths: number
  api_calls: number
}

/** Why sends are refused: a range of numbers that is pumped, or a quota that is used up. */
export type GuardTripRow = {
  organisation_id: string
  reason: 'pumping' | 'application-quota' | 'organisation-quota'
  /** The range (`1-2127`) or the application; empty for an organisation. */
  subject: string
  /** Whose send was refused last. */
  application_id: string
  country: string | null
  /** Within the window, before the first that was refused. */
  sends: number
  verified: number
  window_ms: number
  refused: number
  tripped_at: number
  last_at: number
}

export type TwofactorTables = {
  twofactor_users: UserRow
  twofactor_codes: CodeRow
  twofactor_seeds: SeedRow
  twofactor_devices: DeviceRow
  twofactor_enrolments: EnrolmentRow
  twofactor_verifications: VerificationRow
  twofactor_approvals: ApprovalRow
  twofactor_callbacks: CallbackRow
  twofactor_stats: StatsRow
  /** `key` is what was sent to whom: the same again within seconds is a client's retry. */
  twofactor_recent_sends: { key: string; sent_at: number }
  /** Sends and verified ones by the second and the first digits of the number. */
  twofactor_prefixes: { prefix: string; second: number; sends: number; verified: number }
  twofactor_quotas: { application_id: string; day: string; sends: number }
  /** Messages and calls that an organisation may send a day. */
  twofactor_organisations: { organisation_id: string; quota: number }
  twofactor_organisation_sends: { organisation_id: string; day: string; sends: number }
  twofactor_guard_trips: GuardTripRow
  twofactor_spent_tokens: { fingerprint: string; jti: string; expires_at: number }
}
