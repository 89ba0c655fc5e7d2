import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { expect, inject, it, onTestFinished } from 'vitest'
import { identify, isRunning } from '../scripts/process-identity.js'
import { startPostgres } from './postgres-server.ts'
import { NAMESPACE_FILE, OWNER_FILE, removeStaleServers } from './postgres-stale.ts'

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

it('gives every suite a durable server on loopback', async () => {
  const rows = await query(
    inject('postgresUrl'),
    "select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as address",
  )
  expect(rows).toEqual([{ fsync: 'on', commit: 'on', address: '127.0.0.1' }])
})

it('keeps committed rows over a crash, on the same address', async () => {
  const server = await startPostgres({ settings: { max_connections: '20' } })
  onTestFinished(() => server.remove())
  await query(server.url, 'create table ledger (id integer)')
  await query(server.url, 'insert into ledger values (1)')
  await server.stop('immediate')
  await expect(query(server.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
  await server.restart()
  expect(await query(server.url, 'select * from ledger')).toEqual([{ id: 1 }])
  expect(await query(server.url, 'show max_connections')).toEqual([{ max_connections: '20' }])
})

it('leaves the server of another container alone, where its pid means nothing', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.remove())
  const owner = spawn(process.execPath, ['-e', ''])
  writeFileSync(join(dirname(server.dataDir), OWNER_FILE), identify(owner.pid ?? 0))
  writeFileSync(join(dirname(server.dataDir), NAMESPACE_FILE), 'pid:[1]')
  await once(owner, 'exit')
  await removeStaleServers()
  expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

it('ends a server whose run was killed, and leaves the others alone', async () => {
  const [orphan, other] = await Promise.all([startPostgres(), startPostgres()])
  onTestFinished(async () => {
    await orphan.remove()
    await other.remove()
  })
  const owner = spawn(process.execPath, ['-e', ''])
  writeFileSync(join(dirname(orphan.dataDir), OWNER_FILE), identify(owner.pid ?? 0))
  await once(owner, 'exit')
  const pid = Number.parseInt(readFileSync(join(orphan.dataDir, 'postmaster.pid'), 'utf8'), 10)
  const server = identify(pid)

  await removeStaleServers()

  expect(isRunning(server)).toBe(false)
  expect(existsSync(dirname(orphan.dataDir))).toBe(false)
  expect(await query(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
})
