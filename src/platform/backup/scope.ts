import { breakingName, journalName } from '../../kernel/database/maintenance/migrate.ts'

/**
 * `changes` only carries short-lived notifications between processes; the header contains the content of the other
 * two.
 */
const leftOut = ['changes', journalName, breakingName]

export function isBackedUp(table: string): boolean {
  return !leftOut.includes(table)
}
