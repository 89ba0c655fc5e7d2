import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** On SQLite, the server adds new rows to the text index itself from now on. Earlier releases rely on a trigger for this. */
export const fillTextIndexByHand: Migration = {
  name: 'events/0011-text-index',
  breaking: true,
  statements: ({ fillFullTextByHand }) => fillFullTextByHand('events_texts'),
}
