import type { Migration } from '../../kernel/database/maintenance/migrate.ts'

/** Columns that members of records have got since their tables were made: one migration each, the newest last. */
export const addedColumns: readonly Migration[] = []
