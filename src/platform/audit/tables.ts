export type AuditEntryRow = {
  id: string
  at: number
  actor: string
  action: string
  subject: string
  detail: string | null
  /** The block that seals the entry; null until one does. */
  block: number | null
}

export type AuditBlockRow = {
  number: number
  entries: number
  digest: string
  previous: string
  created_at: number
  /** Borne by the last block alone. */
  closing: string | null
}

/** A change that is under way. */
export type AuditIntentRow = Omit<AuditEntryRow, 'block' | 'detail'> & { detail: string }

export type Decision = 'accepted' | 'refused' | 'locked'

/** How often a decision was made about a subject in an hour. */
export type AuditTallyRow = {
  /** Since 1970. */
  hour: number
  scope: string
  subject: string
  decision: Decision
  amount: number
  last_at: number
}

export type AuditTables = {
  audit_entries: AuditEntryRow
  audit_blocks: AuditBlockRow
  audit_intents: AuditIntentRow
  audit_tallies: AuditTallyRow
}
