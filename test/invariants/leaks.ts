import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Store } from '../child.ts'

/** Where something may have leaked to, by name. */
export type Places = Readonly<Record<string, Buffer>>

/** Names each secret that stands in a place, plain or in a usual encoding: `devtoken in the log`. */
export function findLeaks(secrets: Readonly<Record<string, Buffer>>, places: Places): string[] {
  return Object.entries(secrets).flatMap(([name, secret]) =>
    Object.entries(places)
      .filter(([, bytes]) => spellingsOf(secret).some((spelling) => bytes.includes(spelling)))
      .map(([place]) => `${name} in ${place}`),
  )
}

function spellingsOf(secret: Buffer): (Buffer | string)[] {
  const hex = secret.toString('hex')
  // The last characters of base64 depend on what follows.
  const encoded = [secret.toString('base64'), secret.toString('base64url')].map((text) =>
    text.slice(0, Math.floor((secret.length * 8) / 6)),
  )
  return [secret, hex, hex.toUpperCase(), encodeURIComponent(secret.toString('latin1')), ...encoded]
}

/** Everything that the database holds: the files of SQLite as they are, the rows of PostgreSQL as text. */
export async function dumpStore({ databaseUrl, dataFolder }: Store): Promise<Places> {
  const files = readdirSync(dataFolder).map((name) => [name, readFileSync(join(dataFolder, name))])
  const rows = databaseUrl === undefined ? {} : { rows: await dumpPostgres(databaseUrl) }
  return { ...Object.fromEntries(files), ...rows }
}

async function dumpPostgres(url: string): Promise<Buffer> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'")
    const dump: unknown[] = []
    for (const { tablename } of rows)
      dump.push((await client.query(`select t::text from "${tablename}" t`)).rows)
    return Buffer.from(JSON.stringify(dump))
  } finally {
    await client.end()
  }
}
