import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkOpen } from '../../../src/app/doctor/database.ts'
import { inspectPostgres } from '../../../src/kernel/database/maintenance/inspection-postgres.ts'
import { createPlace } from '../../engines.ts'

describe('lanyard doctor, of what holds sync up', () => {
  it('finds a transaction that is open in another database of the server', async () => {
    const [place, other] = [await createPlace('postgres'), await createPlace('postgres')]
    onTestFinished(async () => {
      await place.remove()
      await other.remove()
    })
    const client = new pg.Client(other.databaseUrl)
    await client.connect()
    try {
      await client.query('begin')
      await client.query('select pg_current_xact_id()')
      const { rows } = await client.query<{ ms: string }>(
        'select extract(epoch from clock_timestamp() - xact_start) * 1000 as ms from pg_stat_activity where pid = pg_backend_pid()',
      )
      const { openMs } = await inspectPostgres(place.databaseUrl ?? '')
      expect(openMs).toBeGreaterThanOrEqual(Math.floor(Number(rows[0]?.ms)))
    } finally {
      await client.query('rollback')
      await client.end()
    }
  })

  it('reports one that has been open for more than a minute', () => {
    expect(checkOpen({ openMs: undefined })).toEqual([])
    expect(checkOpen({ openMs: 60_000 })).toEqual([])
    expect(checkOpen({ openMs: 61_000 })).toMatchObject([{ name: 'sync', ok: false }])
  })
})
