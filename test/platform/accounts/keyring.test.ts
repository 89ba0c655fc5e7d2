import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../src/kernel/database/database.ts'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import { createApiKey, listApiKeys, revokeApiKey } from '../../../src/platform/accounts/api-keys.ts'
import { drawKeyText } from '../../../src/platform/accounts/key-text.ts'
import { createKeyring, type Keyring } from '../../../src/platform/accounts/keyring.ts'
import type { AccountTables } from '../../../src/platform/accounts/tables.ts'
import { type ChangeFeed, createChangeFeed } from '../../../src/platform/changes/feed.ts'
import { onEachEngine } from '../../engines.ts'
import { contextOn, openContext, overriding, type TestContext } from './context.ts'

/** A change feed that tells nothing. */
const nothing = { on: () => () => {}, onMissed: () => () => {} }

onEachEngine('the keyring', (place) => {
  let context: TestContext
  let asked = 0
  let changes: ChangeFeed
  let keyring: Keyring
  beforeAll(async () => {
    const opened = await openContext(place())
    const { database } = opened
    const first: Database['first'] = (statement, parameters) => {
      asked += 1
      return database.first(statement, parameters)
    }
    context = { ...opened, database: overriding(database, { first }) }
    changes = createChangeFeed(opened)
    await changes.start()
    keyring = createKeyring(context, changes)
  })
  afterAll(async () => {
    await keyring.settled()
    await changes.stop()
    await context.database.close()
  })

  async function lastUsed(id: string): Promise<number | undefined> {
    await keyring.settled()
    return (await listApiKeys(context)).find((key) => key.id === id)?.lastUsedAt
  }

  /** PostgreSQL does not tell that nothing was committed elsewhere: a known key is read again by each request. */
  const readsOfKnown = () => (place().engine === 'sqlite' ? 0 : 1)

  async function askedBy(work: () => Promise<unknown>): Promise<number> {
    const before = asked
    await work()
    return asked - before
  }

  it('knows whom a key speaks for', async () => {
    const read = await createApiKey(context, { service: 'events', name: 'Read', scopes: ['events:read'] })
    const app = await createApiKey(context, { service: 'twofactor', name: 'App' })
    expect(await keyring.authenticate('events', read.key.reveal())).toEqual({
      keyId: read.id,
      organisationId: read.organisation.id,
      applicationId: undefined,
      scopes: ['events:read'],
    })
    expect(await keyring.authenticate('twofactor', app.key.reveal())).toEqual({
      keyId: app.id,
      organisationId: app.organisation.id,
      applicationId: expect.any(String),
      scopes: [],
    })
    expect(await keyring.authenticate('events', app.key.reveal())).toBe(undefined)
    expect(await keyring.authenticate('twofactor', read.key.reveal())).toBe(undefined)
  })

  it('asks the database once for a key where that tells of other processes, and never for a text that is none', async () => {
    const { key } = await createApiKey(context, { service: 'events', name: 'Cached' })
    const text = key.reveal()
    expect(await askedBy(() => keyring.authenticate('events', text))).toBe(1)
    expect(await askedBy(() => keyring.authenticate('events', text))).toBe(readsOfKnown())
    const typo = text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')
    const cut = text.slice(0, -1)
    for (const other of ['', 'lyev_', typo, cut, `${text}0`, 'x'.repeat(100_000)]) {
      expect(await askedBy(() => keyring.authenticate('events', other))).toBe(0)
      expect(await keyring.authenticate('events', other)).toBe(undefined)
    }
  })

  it('shares one look-up between requests that arrive together', async () => {
    const { id, key } = await createApiKey(context, { service: 'events', name: 'Herd' })
    const herd = () =>
      Promise.all(Array.from({ length: 50 }, () => keyring.authenticate('events', key.reveal())))
    expect(await askedBy(herd)).toBe(1)
    expect((await herd()).every((principal) => principal?.keyId === id)).toBe(true)
  })

  it('keeps no unknown key: it is known from the moment it is made', async () => {
    const unknown = drawKeyText(context.ids, 'events')
    expect(await askedBy(() => keyring.authenticate('events', unknown))).toBe(1)
    expect(await askedBy(() => keyring.authenticate('events', unknown))).toBe(1)
    expect(await keyring.authenticate('events', unknown)).toBe(undefined)
  })

  it('refuses a revoked key at once, and keeps the others', async () => {
    const gone = await createApiKey(context, { service: 'events', name: 'Gone' })
    const kept = await createApiKey(context, { service: 'events', name: 'Kept' })
    expect(await keyring.authenticate('events', gone.key.reveal())).toMatchObject({ keyId: gone.id })
    expect(await keyring.authenticate('events', kept.key.reveal())).toMatchObject({ keyId: kept.id })
    expect(await revokeApiKey(context, gone.id)).toBe('revoked')
    expect(await keyring.authenticate('events', gone.key.reveal())).toBe(undefined)
    expect(await askedBy(() => keyring.authenticate('events', kept.key.reveal()))).toBe(readsOfKnown())
  })

  it('would go on to accept a key of its own process without the change feed, where it answers from memory', async () => {
    const remembering = overriding(context.database, { outsideVersion: () => 1 })
    const deaf = createKeyring({ ...context, database: remembering }, nothing)
    const { id, key } = await createApiKey(context, { service: 'events', name: 'Control' })
    expect(await deaf.authenticate('events', key.reveal())).toMatchObject({ keyId: id })
    await revokeApiKey(context, id)
    expect(await deaf.authenticate('events', key.reveal())).toMatchObject({ keyId: id })
    await deaf.settled()
  })

  it('refuses a key that another process revoked on the next request, before the change feed tells', async () => {
    const deaf = createKeyring(context, nothing)
    const other = contextOn(await place().open(), context.clock)
    for (let round = 0; round < 20; round++) {
      const { id, key } = await createApiKey(context, { service: 'events', name: `Elsewhere ${round}` })
      const ask = () =>
        Promise.all(Array.from({ length: 5 }, () => deaf.authenticate('events', key.reveal())))
      expect(await ask()).toEqual(Array.from({ length: 5 }, () => expect.objectContaining({ keyId: id })))
      await revokeApiKey(other, id)
      expect(await ask()).toEqual(Array.from({ length: 5 }, () => undefined))
    }
    await deaf.settled()
    await other.database.close()
  })

  it('shares no look-up with a request that comes after it', async () => {
    const { id, key } = await createApiKey(context, { service: 'events', name: 'Late' })
    const answers: (() => void)[] = []
    const first: Database['first'] = async (statement, parameters) => {
      const row = await context.database.first(statement, parameters)
      await new Promise<void>((resolve) => void answers.push(resolve))
      return row
    }
    const slow = createKeyring({ ...context, database: overriding(context.database, { first }) }, nothing)
    const early = slow.authenticate('events', key.reveal())
    await expect.poll(() => answers.length).toBe(1)
    await revokeApiKey(context, id)
    const late = slow.authenticate('events', key.reveal())
    await expect.poll(() => answers.length).toBe(2)
    for (const answer of answers) answer()
    expect(await early).toMatchObject({ keyId: id })
    expect(await late).toBe(undefined)
    await slow.settled()
  })

  it('forgets everything when changes may have been missed', async () => {
    let miss: () => void = () => {}
    const onMissed = (listener: () => void) => {
      miss = listener
      return () => {}
    }
    const remembering = overriding(context.database, { outsideVersion: () => 1 })
    const unsure = createKeyring({ ...context, database: remembering }, { on: () => () => {}, onMissed })
    const { id, key } = await createApiKey(context, { service: 'events', name: 'Missed' })
    expect(await unsure.authenticate('events', key.reveal())).toMatchObject({ keyId: id })
    await revokeApiKey(context, id)
    miss()
    expect(await unsure.authenticate('events', key.reveal())).toBe(undefined)
    await unsure.settled()
  })

  it('does not keep what it read before a revocation that overtook it', async () => {
    const { id, key } = await createApiKey(context, { service: 'events', name: 'Overtaken' })
    let release: () => void = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const first: Database['first'] = async (statement, parameters) => {
      const row = await context.database.first(statement, parameters)
      await released
      return row
    }
    const slow = createKeyring({ ...context, database: overriding(context.database, { first }) }, changes)
    const overtaken = slow.authenticate('events', key.reveal())
    // The row is read by the time that the revocation is answered.
    await revokeApiKey(context, id)
    release()
    await overtaken
    expect(await slow.authenticate('events', key.reveal())).toBe(undefined)
    await slow.settled()
  })

  it('refuses the key of a disabled application', async () => {
    const { key } = await createApiKey(context, { service: 'twofactor', name: 'Disabled' })
    const disable = statementOnce<AccountTables, unknown>((db) =>
      db.updateTable('applications').set({ disabled_at: 1 }).where('name', '=', 'Disabled'),
    )
    expect(await context.database.run(disable, {})).toBe(1)
    expect(await keyring.authenticate('twofactor', key.reveal())).toBe(undefined)
  })

  it('writes the last use down at most once a minute', async () => {
    const { id, key } = await createApiKey(context, { service: 'events', name: 'Used' })
    expect(await lastUsed(id)).toBe(undefined)
    const first = context.clock.now()
    await keyring.authenticate('events', key.reveal())
    expect(await lastUsed(id)).toBe(first)
    context.clock.advance(59_999)
    await keyring.authenticate('events', key.reveal())
    expect(await lastUsed(id)).toBe(first)
    context.clock.advance(1)
    await keyring.authenticate('events', key.reveal())
    expect(await lastUsed(id)).toBe(first + 60_000)
  })

  it('does not try to write it more often', async () => {
    const { key } = await createApiKey(context, { service: 'events', name: 'Busy' })
    let writes = 0
    const send: Database['send'] = (statement, parameters) => {
      writes += 1
      return context.database.send(statement, parameters)
    }
    const busy = createKeyring({ ...context, database: overriding(context.database, { send }) }, changes)
    for (let n = 0; n < 50; n++) await busy.authenticate('events', key.reveal())
    await busy.settled()
    expect(writes).toBe(1)
  })

  it('answers while the last use cannot be written, and logs no key', async () => {
    const { id, key } = await createApiKey(context, { service: 'events', name: 'Full disk' })
    const send: Database['send'] = () => Promise.reject(new Error('the disk is full'))
    const failing = overriding(context.database, { send })
    const unlucky = createKeyring({ ...context, database: failing }, changes)
    expect(await unlucky.authenticate('events', key.reveal())).toMatchObject({ keyId: id })
    await unlucky.settled()
    expect(context.lines.join('')).toContain('the disk is full')
    expect(context.lines.join('')).not.toContain(key.reveal().slice(9))
  })
})
