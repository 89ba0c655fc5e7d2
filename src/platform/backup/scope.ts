import { breakingName, journalName } from '../../kernel/database/maintenance/migrate.ts'

/**
 * `changes` only carries short-lived notifications between processes. The header lists the migrations, and applying them
 * fills the other two.
 */
const leftOut = ['changes', journalName, breakingName]

export function isBackedUp(table: string): boolean {
  return !leftOut.includes(table)
}
