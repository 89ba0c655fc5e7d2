import type pg from 'pg'
import { beginWith, usualSettings } from '../postgres/client.ts'
import { connectAndBegin, explained } from './client-postgres.ts'

const SETTINGS = `
  select current_setting('server_version') as version, current_setting('fsync') as fsync,
    current_setting('full_page_writes') as full_page_writes,
    current_setting('synchronous_commit') as synchronous_commit,
    extract(epoch from clock_timestamp()) * 1000 as now,
    (select extract(epoch from clock_timestamp() - min(since)) * 1000 from (
      select xact_start as since from pg_stat_activity where backend_xid is not null
      union all select prepared from pg_prepared_xacts
    ) as writing) as open_ms`

const UNUSABLE = `
  select 'the index ' || indexrelid::regclass || ' is not valid: rebuild it with reindex' as line
  from pg_index join pg_class on pg_class.oid = indrelid
  where not indisvalid and relnamespace = current_schema()::regnamespace
  union all
  select 'the constraint ' || conname || ' of ' || conrelid::regclass || ' was never validated'
  from pg_constraint where not convalidated and connamespace = current_schema()::regnamespace`

type Settings = {
  version: string
  fsync: string
  full_page_writes: string
  synchronous_commit: string
  now: number
  open_ms: number | null
}

export function inspectPostgres(url: string) {
  return withClient(url, async (client) => {
    const asked = Date.now()
    const { rows } = await client.query<Settings>(SETTINGS)
    const answered = Date.now()
    const [row] = rows
    if (row === undefined) throw new Error('PostgreSQL returned no settings')
    const setting = (name: 'fsync' | 'full_page_writes' | 'synchronous_commit', good = ['on']) => ({
      name,
      value: row[name],
      promised: good.includes(row[name]),
    })
    return {
      version: `PostgreSQL ${row.version}`,
      settings: [
        setting('fsync'),
        setting('full_page_writes'),
        setting('synchronous_commit', ['on', 'remote_apply']),
      ],
      aheadMs: Math.round(row.now - (asked + answered) / 2),
      openMs: Math.round(Number(row.open_ms ?? 0)),
    }
  })
}

/** PostgreSQL verifies pages whenever it reads them, so this only lists what its catalogue marks as unusable. */
export function findPostgresDamage(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ line: string }>(UNUSABLE)
    return rows.map(({ line }) => line)
  })
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connectAndBegin(url, beginWith(usualSettings))
  try {
    return await explained(work(client))
  } finally {
    await client.end().catch(() => undefined)
  }
}
