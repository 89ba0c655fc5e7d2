import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** New rows are added to the text index by the statement that follows their insert. Earlier releases rely on the trigger. */
export const fillTextIndexByHand: Migration = {
  name: 'events/0011-text-index',
  breaking: true,
  statements: ({ fillFullTextByHand }) => fillFullTextByHand('events_texts'),
}
