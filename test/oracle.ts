import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect } from 'vitest'
import { root } from '../scripts/setup.js'
import type { KeyRow } from '../src/issuer/base/tables.ts'
import { runCommand, type Store } from './child.ts'
import { askUntilServed, createHttpClient } from './http-client.ts'
import type { Entry, Ledger } from './ledger.ts'
import { within } from './speed.ts'

/** What is wrong; nothing where all lists are empty. */
export type Findings = {
  /** Acknowledged, and not there. */
  missing: string[]
  /** There, and nobody sent it. */
  strangers: string[]
  /** There, and not as it was sent. */
  altered: string[]
  /** Acknowledged or there more than once. */
  doubled: string[]
  /** What the engine's own check says. */
  damage: string[]
}

const run = promisify(execFile)

type Row = Pick<KeyRow, 'fingerprint' | 'name' | 'jwk'>

const noFindings: Findings = { missing: [], strangers: [], altered: [], doubled: [], damage: [] }

/** Compares the ledger with what the database holds. */
export async function findFaults(ledger: Ledger, store: Store): Promise<Findings> {
  const { rows, damage } = await readStore(store)
  const there = new Set(rows.map((row) => row.fingerprint))
  const fingerprints = (entries: readonly Entry[]) => entries.map(({ fingerprint }) => fingerprint)
  const acknowledged = ledger.acknowledged()
  const twice = acknowledged.filter(({ answers }) => answers.filter((status) => status === 201).length > 1)
  return {
    missing: fingerprints(acknowledged).filter((fingerprint) => !there.has(fingerprint)),
    strangers: [...there].filter((fingerprint) => !ledger.entries.get(fingerprint)?.answers.length),
    altered: rows
      .filter((row) => isAltered(row, ledger.entries.get(row.fingerprint)))
      .map((row) => row.fingerprint),
    doubled: rows.length === there.size ? fingerprints(twice) : ['a fingerprint has several rows'],
    damage,
  }
}

/** Fails unless the database, and the server's API, hold what was acknowledged and nothing else. */
export async function expectIntact(
  ledger: Ledger,
  { store, url, asked = ledger.acknowledged() }: { store: Store; url: string; asked?: readonly Entry[] },
): Promise<void> {
  expect(await findFaults(ledger, store)).toEqual(noFindings)
  await expectAnswered(url, asked)
}

/** The product's own check finds nothing either. */
export async function expectChecked(store: Store): Promise<void> {
  const { code, output } = await runCommand(store, ['check'])
  expect(code, output).toBe(0)
}

/** Each entry is answered through the API as it was sent. */
async function expectAnswered(url: string, entries: readonly Entry[]): Promise<void> {
  const client = createHttpClient(16)
  try {
    const wrong = await Promise.all(
      entries.map(async ({ fingerprint, name, jwk }) => {
        const reply = await askUntilServed(`${url}/issuer/key/${fingerprint}`, client)
        const record = reply?.status === 200 ? JSON.parse(reply.body) : {}
        const right = record.fingerprint === fingerprint && record.name === name && record.jwk?.x === jwk.x
        return right ? [] : [`${fingerprint}: ${reply?.status}`]
      }),
    )
    expect(wrong.flat()).toEqual([])
  } finally {
    client.close()
  }
}

function isAltered(row: Row, entry: Entry | undefined): boolean {
  if (entry === undefined) return false
  return row.name !== entry.name || JSON.parse(row.jwk).x !== entry.jwk.x
}

const selectRows = 'select fingerprint, name, jwk from issuer_keys'

async function readStore(store: Store): Promise<{ rows: Row[]; damage: string[] }> {
  return store.databaseUrl === undefined ? readSqlite(store.dataFolder) : readPostgres(store.databaseUrl)
}

async function readSqlite(dataFolder: string): Promise<{ rows: Row[]; damage: string[] }> {
  const program = join(root, 'test', 'read-sqlite.mjs')
  const path = join(dataFolder, 'lanyard.sqlite')
  const { stdout } = await run(
    process.execPath,
    [...['--disable-warning=ExperimentalWarning', program, path, String(within(30_000)), selectRows]],
    { maxBuffer: 2 ** 28 },
  )
  return JSON.parse(stdout)
}

/** Each index holds exactly what its table holds (the amcheck extension). */
const checkIndexes = `select bt_index_check(index => c.oid, heapallindexed => true)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relpersistence = 'p' and c.relnamespace = 'public'::regnamespace`

async function readPostgres(url: string): Promise<{ rows: Row[]; damage: string[] }> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query('create extension if not exists amcheck')
    const { rows } = await client.query<Row>(selectRows)
    const damage = await client.query(checkIndexes).then(
      () => [],
      (error: Error) => [error.message],
    )
    return { rows, damage }
  } finally {
    await client.end()
  }
}
