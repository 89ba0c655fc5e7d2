export type AuditEntryRow = {
  id: string
  at: number
  actor: string
  action: string
  subject: string
  detail: string | null
  /** The block that seals the entry; null until it is sealed. */
  block: number | null
}

/** The columns that an entry has from the start. */
export const entryColumns = ['id', 'at', 'actor', 'action', 'subject', 'detail'] as const

export type AuditBlockRow = {
  number: number
  entries: number
  digest: string
  previous: string
  created_at: number
  /** The mark of the chain's end, set only on the last block. */
  closing: string | null
}

/** A change in progress. */
type AuditIntentRow = Omit<AuditEntryRow, 'block' | 'detail'> & { detail: string }

export type Decision = 'accepted' | 'refused' | 'locked'

/** How often a decision about a subject was made in an hour. */
export type AuditTallyRow = {
  /** Hours since 1970. */
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
