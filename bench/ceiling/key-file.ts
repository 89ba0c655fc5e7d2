import { loadSqlite, type SqliteConnection } from '../../src/kernel/database/sqlite-driver.ts'

export type KeyRow = { fingerprint: string; jwk: string; secret_digest: string; created_at: number }
type StoredKey = KeyRow & { kind: string; name: string | null; updated_at: number; version: number }
export type KeyText = { etag: string; text: string }

type KeyFile = {
  /** Calls back after the commit. */
  insert(row: KeyRow, done: (isNew: boolean) => void): void
  find(fingerprint: string): KeyText | undefined
  /** From memory, once it was found. */
  recall(fingerprint: string): KeyText | undefined
  close(): void
}

/** `maxBatch` writes share a commit. */
export async function openKeyFile(path: string, maxBatch: number): Promise<KeyFile> {
  const { DatabaseSync } = await loadSqlite()
  const db = new DatabaseSync(path)
  for (const pragma of ['journal_mode = wal', 'synchronous = full', 'wal_autocheckpoint = 1000'])
    db.exec(`pragma ${pragma}`)
  db.exec(TABLE)
  const select = db.prepare('select * from issuer_keys where fingerprint = ?')
  const texts = new Map<string, KeyText>()
  const find = (fingerprint: string) => {
    const row = select.get(fingerprint) as StoredKey | undefined
    return row === undefined ? undefined : describe(row)
  }
  return {
    insert: createInsert(db, maxBatch),
    find,
    recall(fingerprint) {
      const kept = texts.get(fingerprint) ?? find(fingerprint)
      if (kept !== undefined) texts.set(fingerprint, kept)
      return kept
    },
    close: () => db.close(),
  }
}

const TABLE = `create table if not exists issuer_keys (
  fingerprint text primary key, kind text not null, name text, jwk text not null, callbacks text not null,
  devtoken text, secret_digest text, claims text not null, created_at integer not null, updated_at integer not null,
  revoked_at integer, successor text, version integer not null, verified_name text) strict`

const INSERT = `insert into issuer_keys values (?, 'person', null, ?, '[]', null, ?, '[]', ?, ?, null, null, 1, null)
  on conflict (fingerprint) do nothing`

function createInsert(db: SqliteConnection, maxBatch: number): KeyFile['insert'] {
  const [begin, insert, commit] = [db.prepare('begin immediate'), db.prepare(INSERT), db.prepare('commit')]
  let queue: { row: KeyRow; done: (isNew: boolean) => void }[] = []
  const flush = () => {
    const batch = queue.slice(0, maxBatch)
    queue = queue.slice(maxBatch)
    begin.run()
    const isNew = batch.map(
      ({ row }) =>
        insert.run(row.fingerprint, row.jwk, row.secret_digest, row.created_at, row.created_at).changes === 1,
    )
    commit.run()
    batch.forEach(({ done }, index) => {
      done(isNew[index] ?? false)
    })
    if (queue.length > 0) setImmediate(flush)
  }
  return (row, done) => {
    if (queue.push({ row, done }) === 1) setImmediate(flush)
  }
}

function describe(row: StoredKey): KeyText {
  const { fingerprint, kind, name } = row
  return {
    etag: `"${row.version}.${row.updated_at.toString(36)}"`,
    text: JSON.stringify({
      sub: fingerprint,
      fingerprint,
      jwk: JSON.parse(row.jwk),
      kind,
      name,
      verified: false,
      status: 'registered',
      since: new Date(row.created_at).toISOString(),
      claims: [],
    }),
  }
}
