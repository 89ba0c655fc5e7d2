import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../../src/app/config.ts'
import { openContext } from '../../src/app/context.ts'
import type { Context } from '../../src/kernel/context.ts'
import { createLogger } from '../../src/kernel/log.ts'
import { createKeyring, type Keyring } from '../../src/platform/accounts/keyring.ts'
import { type ChangeFeed, createChangeFeed } from '../../src/platform/changes/feed.ts'
import { runCommand } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { createManualClock } from '../fakes.ts'
import { measureReach, REACH_MS } from './reach.ts'

onEachEngine('an API key that another process revokes', (place) => {
  let context: Context
  let changes: ChangeFeed
  let keyring: Keyring
  beforeAll(async () => {
    const { dataFolder, databaseUrl } = place()
    const env = {
      LANYARD_DATA: dataFolder,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    }
    const log = createLogger({ level: 'error', write: () => {}, clock: createManualClock() })
    context = await openContext(loadConfig({ env, cwd: dataFolder, readFile: () => undefined }), { log })
    changes = createChangeFeed(context)
    await changes.start()
    keyring = createKeyring(context, changes)
  })
  afterAll(async () => {
    await changes.stop()
    await keyring.settled()
    await context.database.close()
  })

  it('is refused within a second', async () => {
    // The control: without the feed nobody would hear of it.
    const deaf = createKeyring(context, { on: () => () => {}, onMissed: () => () => {} })
    const reachMs = await measureReach(async () => {
      const created = await runCommand(place(), [
        'key',
        'create',
        '--service',
        'events',
        '--name',
        'x',
        '--json',
      ])
      const { id, key } = JSON.parse(created.output) as { id: string; key: string }
      const authenticate = () => keyring.authenticate('events', key)
      expect(await authenticate()).toMatchObject({ keyId: id })
      expect(await deaf.authenticate('events', key)).toMatchObject({ keyId: id })
      expect((await runCommand(place(), ['key', 'revoke', id])).code).toBe(0)
      const revokedAt = performance.now()
      while ((await authenticate()) !== undefined) await delay(5)
      const reached = performance.now() - revokedAt
      expect(await deaf.authenticate('events', key)).toMatchObject({ keyId: id })
      return reached
    })
    await deaf.settled()
    expect(reachMs).toBeLessThan(REACH_MS)
  })
})
