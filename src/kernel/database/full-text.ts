import { type RawBuilder, sql } from 'kysely'

/** A full-text index over a table's `words` column; the table's `seq` column numbers its rows. */
export type FullText = {
  /** The statements that a migration runs after it has created the table. */
  createIndex(table: string): readonly RawBuilder<unknown>[]
  /** True for rows in which each of the query's words is the beginning of a word; `query` comes from `queryOf`. */
  matches(table: string, query: unknown): RawBuilder<boolean>
  /** `from … where …` for the matching rows. Rows are found one by one, so reading only a few is cheap. */
  rowsWith(table: string, query: unknown): RawBuilder<unknown>
  /** Accepts only words from `splitWords`, which contain no characters with a meaning for an engine. */
  queryOf(required: readonly string[], beginnings: readonly string[]): string
}

/** FTS5 reads the table itself; triggers keep the index up to date, also while a backup is restored. */
export const sqliteFullText: FullText = {
  createIndex(table) {
    const [rows, index] = [sql.table(table), sql.table(`${table}_index`)]
    const add = sql`insert into ${index} (rowid, words) values (new.seq, new.words)`
    const remove = sql`insert into ${index} (${index}, rowid, words) values ('delete', old.seq, old.words)`
    const name = (event: string) => sql.table(`${table}_${event}`)
    return [
      sql`create virtual table ${index} using fts5 (words, content=${sql.lit(table)}, content_rowid='seq', tokenize='unicode61', prefix='2 3')`,
      sql`create trigger ${name('added')} after insert on ${rows} begin ${add}; end`,
      sql`create trigger ${name('removed')} after delete on ${rows} begin ${remove}; end`,
      sql`create trigger ${name('changed')} after update on ${rows} begin ${remove}; ${add}; end`,
    ]
  },
  matches(table, query) {
    const index = sql.table(`${table}_index`)
    return sql<boolean>`seq in (select rowid from ${index} where ${index} match ${query})`
  },
  rowsWith(table, query) {
    const [rows, index] = [sql.table(table), sql.table(`${table}_index`)]
    return sql`from ${index} join ${rows} on ${rows}.seq = ${index}.rowid where ${index} match ${query}`
  },
  queryOf: (required, beginnings) =>
    [...required.map((word) => `"${word}"`), ...beginnings.map((word) => `"${word}"*`)].join(' '),
}

export const postgresFullText: FullText = {
  createIndex: (table) => [
    sql`alter table ${sql.table(table)} add column document tsvector generated always as (to_tsvector('simple', words)) stored`,
    sql`create index ${sql.table(`${table}_index`)} on ${sql.table(table)} using gin (document)`,
  ],
  matches: (_table, query) => sql<boolean>`document @@ to_tsquery('simple', ${query})`,
  rowsWith: (table, query) => sql`from ${sql.table(table)} where document @@ to_tsquery('simple', ${query})`,
  queryOf: (required, beginnings) =>
    [...required.map((word) => `'${word}'`), ...beginnings.map((word) => `'${word}':*`)].join(' & '),
}
