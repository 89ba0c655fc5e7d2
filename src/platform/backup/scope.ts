import { journalName } from '../../kernel/database/migrate.ts'

/** Processes tell each other changes through the one and forget them soon; the header holds the other. */
const leftOut = ['changes', journalName]

export function isBackedUp(table: string): boolean {
  return !leftOut.includes(table)
}
