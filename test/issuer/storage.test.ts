import { expect, it } from 'vitest'
import type { Database } from '../../src/kernel/database/database.ts'
import { statementOnce } from '../../src/kernel/database/statement.ts'
import { onEachApp } from '../harness.ts'
import { wholeTable } from '../whole-table.ts'
import { newDevice, postKey, registration, secondsOf } from './device.ts'

type AnyTable = Record<string, Record<string, unknown>>

/** Every row of every table, as text. */
async function dump(database: Database): Promise<string> {
  const tables = await database.all(
    statementOnce<AnyTable, { name: unknown }>((db) =>
      database.capabilities.engine === 'sqlite'
        ? db.selectFrom('sqlite_master').select('name').where('type', '=', 'table')
        : db.selectFrom('pg_tables').select('tablename as name').where('schemaname', '=', 'public'),
    ),
    {},
  )
  expect(tables.map(({ name }) => name)).toContain('issuer_keys')
  const rows = await Promise.all(tables.map(({ name }) => database.all(wholeTable(String(name)), {})))
  return JSON.stringify(rows)
}

onEachApp('the database', (running) => {
  it('holds no secret and no push address in the clear, and shows that it holds the rest', async () => {
    const app = running()
    const device = newDevice()
    const subscription = {
      endpoint: 'https://fcm.googleapis.com/endpoint-canary',
      keys: { p256dh: 'B'.repeat(87), auth: 'auth-canary-0123456789' },
    }
    const claims = { iat: secondsOf(app), name: 'Name-Marker' }
    const first = await postKey(
      app,
      registration(device, { claims: { ...claims, devtoken: 'devtoken-canary' } }),
    )
    const second = await postKey(
      app,
      registration(newDevice(), { claims: { ...claims, devtoken: subscription } }),
    )
    const secrets = [first, second].map(({ body }) => String(body.secret))
    const text = await dump(app.app.context.database)
    expect(text).toContain('Name-Marker')
    expect(text).toContain(device.fingerprint)
    for (const secret of secrets) {
      expect(secret).toHaveLength(32)
      expect(text).not.toContain(secret)
      expect(text).not.toContain(Buffer.from(secret, 'base64url').toString('hex'))
    }
    expect(text).not.toContain('canary')
    expect(text).not.toContain(Buffer.from('devtoken-canary').toString('base64url').slice(0, 18))
    expect(text).not.toMatch(/"d":|\\"d\\":/)
  })

  it('and the log hold none of it', async () => {
    const app = running()
    const claims = { iat: secondsOf(app), name: 'name-canary', devtoken: 'devtoken-canary' }
    const token = registration(newDevice(), { claims })
    const { body } = await postKey(app, token)
    await postKey(app, token)
    const log = app.logLines.join('')
    for (const value of ['canary', token, token.split('.')[1] ?? '', String(body.secret)])
      expect(log).not.toContain(value)
  })
})
