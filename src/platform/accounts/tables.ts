export type Service = 'twofactor' | 'events'

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
  /** Separated by spaces; null means every scope of the service. */
  scopes: string | null
  created_at: number
  revoked_at: number | null
  last_used_at: number | null
  /** When a rotated key stops working. */
  ends_at: number | null
  /** The key that replaced it. */
  successor_id: string | null
}

export type AccountTables = {
  organisations: OrganisationRow
  applications: ApplicationRow
  api_keys: ApiKeyRow
}
