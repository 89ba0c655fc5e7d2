import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** On SQLite, a statement of ours adds new rows to the text index instead of a trigger, which earlier releases rely on. */
export const fillTextIndexByHand: Migration = {
  name: 'events/0011-text-index',
  breaking: true,
  statements: ({ fillFullTextByHand }) => fillFullTextByHand('events_texts'),
}
