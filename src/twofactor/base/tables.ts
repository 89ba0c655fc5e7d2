export type UserRow = {
  id: string
  application_id: string
  /** The user's number on the wire: an integer, unique within an application. */
  number: number
  phone_digest: string
  /** The number in E.164 form, encrypted. */
  phone: string
  country_code: string
  /** The e-mail address, encrypted. */
  email: string | null
  created_at: number
  removed_at: number | null
  /** Consecutive wrong sent codes. An attempt is counted before it is checked. */
  failures: number
  /** Consecutive wrong app tokens, counted in the same way. */
  app_failures: number
  locked_until: number | null
  /**
   * Set at the hundredth failure of one kind. After that only a code sent later, or an operator, unlocks the user.
   */
  shut_at: number | null
  denials: number
  push_after: number | null
  confirmed: number
}

/**
 * A code that was sent: one live code per action. Used codes stay until they would have expired, so that "used" and
 * "wrong" get different errors.
 */
export type CodeRow = {
  user_id: string
  action: string
  digest: string
  sent_at: number
  expires_at: number
  failures: number
  used_at: number | null
}

/** A TOTP seed (RFC 6238), for a device of this service or for any other app. */
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

type EnrolmentRow = {
  digest: string
  user_id: string
  expires_at: number
  used_at: number | null
  /** The device whose place the new one takes. */
  replaces: string | null
}

export type VerificationRow = {
  application_id: string
  phone_digest: string
  uuid: string
  /** Encrypted, because the same code is sent again until it expires. */
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
  /** The details that devices show, as encrypted JSON; `hidden_details` are stored the same way. */
  details: string
  hidden_details: string
  logos: string
  status: ApprovalStatus
  /** Three numbers, the right one first, if the application asked for number matching. */
  numbers: string | null
  notified: number
  device_id: string | null
  signature: string | null
  created_at: number
  updated_at: number
  processed_at: number | null
  /** Null means that the approval never expires. */
  expires_at: number | null
  seconds_to_expire: number
}

/** An answer that the application has not been notified of yet. */
export type CallbackRow = {
  /** The approval's uuid. */
  uuid: string
  application_id: string
  attempts: number
  due_at: number
  created_at: number
}

export type StatsRow = {
  application_id: string
  /** In the form `2026-08`. */
  month: string
  sms: number
  calls: number
  users: number
  removed: number
  auths: number
  api_calls: number
}

/** Why sends are refused: a range of numbers shows signs of SMS pumping, or a quota is used up. */
export type GuardTripRow = {
  organisation_id: string
  reason: 'pumping' | 'application-quota' | 'organisation-quota'
  /** The range (`1-2127`) or the application; empty for an organisation. */
  subject: string
  /** The application whose send was refused last. */
  application_id: string
  country: string | null
  /** Sends within the window, before the first refusal. */
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
  /** `key` identifies message and recipient: the same send again within seconds is a client's retry. */
  twofactor_recent_sends: { key: string; sent_at: number }
  /** Sends and verified sends, per second and per prefix of the number. */
  twofactor_prefixes: { prefix: string; second: number; sends: number; verified: number }
  twofactor_quotas: { application_id: string; day: string; sends: number }
  /** How many messages and calls an organisation may send per day. */
  twofactor_organisations: { organisation_id: string; quota: number }
  twofactor_organisation_sends: { organisation_id: string; day: string; sends: number }
  twofactor_guard_trips: GuardTripRow
  twofactor_spent_tokens: { fingerprint: string; jti: string; expires_at: number }
}
