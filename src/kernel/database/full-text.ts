import { type RawBuilder, sql } from 'kysely'

type Wanted = { column: string; query: unknown; most: number; atOnce: number; after: number }

/** A full-text index over a table's `words` column; the table's `seq` column numbers its rows. */
export type FullText = {
  /** The statements that a migration runs after it has created the table; those of `stopAddingRows` follow. */
  createIndex(table: string): readonly RawBuilder<unknown>[]
  /** The statements of a migration after which the index no longer takes new rows by itself. */
  stopAddingRows(table: string): readonly RawBuilder<unknown>[]
  /** Whether the engine adds new rows to the index; otherwise whoever inserts a row also adds it to `<table>_index`. */
  readonly addsRows: boolean
  /** True for rows in which each of the query's words is the beginning of a word; `query` comes from `queryOf`. */
  matches(table: string, query: unknown): RawBuilder<boolean>
  /**
   * Selects a column of the matching rows, at most so many, without reading all of them where there are many. An engine
   * that holds up others meanwhile selects no more than `atOnce`; `next` is then what the next rows come after, else null.
   */
  selectWith(table: string, wanted: Wanted): RawBuilder<unknown>
  /** Accepts only words from `splitWords`, which contain no characters with a meaning for an engine. */
  queryOf(required: readonly string[], beginnings: readonly string[]): string
}

/**
 * FTS5 reads the table itself. Triggers keep the index up to date with changed and removed rows. New rows are added without
 * one: a statement with a trigger sets a savepoint, at which FTS5 writes all the words that it has collected. A restored
 * backup rebuilds the index.
 */
export const sqliteFullText: FullText = {
  addsRows: false,
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
  stopAddingRows: (table) => [sql`drop trigger ${sql.table(`${table}_added`)}`],
  matches(table, query) {
    const index = sql.table(`${table}_index`)
    return sql<boolean>`seq in (select rowid from ${index} where ${index} match ${query})`
  },
  selectWith(table, { column, query, most, atOnce, after }) {
    const [rows, index] = [sql.table(table), sql.table(`${table}_index`)]
    const isNext = sql`${index} match ${query} and ${index}.rowid > ${sql.lit(after)}`
    return sql`select ${sql.ref(column)}, seq as next from ${index} join ${rows} on ${rows}.seq = ${index}.rowid where ${isNext} order by ${index}.rowid limit ${sql.lit(Math.min(most, atOnce))}`
  },
  queryOf: (required, beginnings) =>
    [...required.map((word) => `"${word}"`), ...beginnings.map((word) => `"${word}"*`)].join(' '),
}

/** So many rows are compared before the index is asked. */
const COMPARED = 1_500

const matching = (query: unknown) => sql<boolean>`document @@ to_tsquery('simple', ${query})`

/**
 * The index lists all matches before it gives the first, and PostgreSQL cannot estimate how common the beginning of a word
 * is. So the first rows are compared; only where few of them match is the index asked.
 */
export const postgresFullText: FullText = {
  addsRows: true,
  stopAddingRows: () => [],
  createIndex: (table) => [
    sql`alter table ${sql.table(table)} add column document tsvector generated always as (to_tsvector('simple', words)) stored`,
    sql`create index ${sql.table(`${table}_index`)} on ${sql.table(table)} using gin (document)`,
  ],
  matches: (_table, query) => matching(query),
  selectWith(table, { column, query, most }) {
    const [rows, wanted, limit] = [sql.table(table), sql.ref(column), sql.lit(most)]
    const compared = sql`(select ${wanted}, document from ${rows} limit ${sql.lit(COMPARED)}) as compared`
    const common = sql`select ${wanted} from ${compared} where ${matching(query)} limit ${limit}`
    const isCommon = sql`(select count(*) from common) = ${limit}`
    const indexed = sql`select ${wanted} from ${rows} where ${matching(query)} and not ${isCommon}`
    return sql`with common as materialized (${common}), indexed as materialized (${indexed}) select ${wanted}, null as next from common where ${isCommon} union all select ${wanted}, null as next from indexed limit ${limit}`
  },
  queryOf: (required, beginnings) =>
    [...required.map((word) => `'${word}'`), ...beginnings.map((word) => `'${word}':*`)].join(' & '),
}
