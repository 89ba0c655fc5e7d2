export type Service = 'twofactor' | 'events'
export type Role = 'owner' | 'organiser' | 'support' | 'read-only'

export type OrganisationRow = { id: string; name: string; created_at: number }

export type ApplicationRow = {
  id: string
  organisation_id: string
  service: Service
  name: string
  serial: number
  settings: string
  created_at: number
  disabled_at: number | null
}

export type ApiKeyRow = {
  id: string
  organisation_id: string
  application_id: string | null
  service: Service
  name: string
  hint: string
  digest: string
  sealed: string | null
  /** Separated by spaces; null is every scope that the service has. */
  scopes: string | null
  created_at: number
  revoked_at: number | null
  last_used_at: number | null
}

export type OperatorRow = {
  id: string
  email: string
  name: string | null
  role: Role
  /** Null is every organisation. */
  organisation_id: string | null
  created_at: number
  disabled_at: number | null
}

export type InvitationRow = {
  digest: string
  operator_id: string
  expires_at: number
  used_at: number | null
}

export type AccountTables = {
  organisations: OrganisationRow
  applications: ApplicationRow
  api_keys: ApiKeyRow
  operators: OperatorRow
  operator_invitations: InvitationRow
}
