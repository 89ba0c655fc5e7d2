import { breakingName, journalName } from '../../kernel/database/maintenance/migrate.ts'

/** Processes tell each other changes through the first and forget them soon; the header holds what is in the others. */
const leftOut = ['changes', journalName, breakingName]

export function isBackedUp(table: string): boolean {
  return !leftOut.includes(table)
}
