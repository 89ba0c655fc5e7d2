import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApiKey, listApiKeys, revokeApiKey } from '../../../src/platform/accounts/api-keys.ts'
import { onEachEngine } from '../../engines.ts'
import { contextOn, countOf, openContext, type TestContext } from './context.ts'
import { rowsOf } from './rows.ts'

onEachEngine('API keys', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openContext(place())
  })
  afterAll(() => context.database.close())

  async function entryOf(action: string, id: string) {
    const entries = await rowsOf(context.database, 'audit_entries')
    return entries.filter((entry) => entry.action === action && entry.subject === `api-key:${id}`)
  }

  it('of the two-factor service speak for an application with a serial and settings', async () => {
    const made = await createApiKey(context, {
      service: 'twofactor',
      name: 'Demo',
      organisation: 'Acme',
      settings: { codeLength: 8, sms: false },
    })
    const row = (await rowsOf(context.database, 'api_keys')).find(({ id }) => id === made.id)
    const application = (await rowsOf(context.database, 'applications')).find(
      ({ id }) => id === row?.application_id,
    )
    expect(made.organisation.name).toBe('Acme')
    expect(application).toMatchObject({ name: 'Demo', service: 'twofactor', disabled_at: null })
    expect(application?.organisation_id).toBe(made.organisation.id)
    expect(JSON.parse(application?.settings ?? '')).toEqual({ codeLength: 8, sms: false })
    expect(application?.serial).toBeGreaterThanOrEqual(1)
    expect(application?.serial).toBeLessThanOrEqual(2_147_483_647)
    expect(context.vault.open('api-key', row?.sealed ?? '')).toBe(made.key.reveal())
  })

  it('of the event services are never read back', async () => {
    const made = await createApiKey(context, { service: 'events', name: 'Sync', organisation: 'Acme' })
    const row = (await rowsOf(context.database, 'api_keys')).find(({ id }) => id === made.id)
    expect(row).toMatchObject({ sealed: null, application_id: null, scopes: null })
    await expect(
      createApiKey(context, { service: 'events', name: 'Sync', settings: { sms: false } }),
    ).rejects.toMatchObject({ kind: 'invalid' })
  })

  it('are listed in order with a hint, in pages', async () => {
    const { id, key } = await createApiKey(context, {
      service: 'events',
      name: 'Reports',
      organisation: 'Acme',
      scopes: ['events:read'],
    })
    const all = await listApiKeys(context)
    expect(all.at(-1)).toEqual({
      id,
      service: 'events',
      name: 'Reports',
      hint: key.reveal().slice(0, 9),
      organisation: 'Acme',
      scopes: ['events:read'],
      createdAt: context.clock.now(),
      revokedAt: undefined,
      lastUsedAt: undefined,
      endsAt: undefined,
    })
    const [first] = await listApiKeys(context, { limit: 1 })
    expect(first).toEqual(all[0])
    expect(await listApiKeys(context, { after: first?.id ?? '' })).toEqual(all.slice(1))
  })

  it('are revoked once: again is a no-op that is told', async () => {
    const { id } = await createApiKey(context, { service: 'events', name: 'Old', organisation: 'Acme' })
    const revokedAt = context.clock.now()
    expect(await revokeApiKey(context, id, 'operator:one')).toBe('revoked')
    context.clock.advance(1000)
    expect(await revokeApiKey(context, id)).toBe('revoked-before')
    expect(await revokeApiKey(context, 'nobody')).toBe('unknown')
    expect((await listApiKeys(context)).find((key) => key.id === id)?.revokedAt).toBe(revokedAt)
    expect(await entryOf('api-key.revoke', id)).toMatchObject([{ actor: 'operator:one' }])
  })

  it('are revoked by one of many at once', async () => {
    const other = contextOn(await place().open(), context.clock)
    const { id } = await createApiKey(context, { service: 'events', name: 'Raced', organisation: 'Acme' })
    const calls = Array.from({ length: 20 }, (_, n) => revokeApiKey(n % 2 === 0 ? context : other, id))
    const outcomes = await Promise.all(calls)
    expect(countOf(outcomes, 'revoked')).toBe(1)
    expect(countOf(outcomes, 'revoked-before')).toBe(19)
    expect(await entryOf('api-key.revoke', id)).toHaveLength(1)
    await other.database.close()
  })

  it('leave nothing behind when they are refused', async () => {
    const before = await rowsOf(context.database, 'audit_entries')
    const organisations = await rowsOf(context.database, 'organisations')
    const settings = { callback: 'x'.repeat(20_000) }
    await expect(
      createApiKey(context, { service: 'twofactor', name: 'Big', organisation: 'Brand new', settings }),
    ).rejects.toMatchObject({ kind: 'invalid' })
    expect(await rowsOf(context.database, 'audit_entries')).toEqual(before)
    expect(await rowsOf(context.database, 'organisations')).toEqual(organisations)
  })
})

onEachEngine('a dump of the database', (place) => {
  it('holds no key in the clear, nor do logs and printed results', async () => {
    const context = await openContext(place())
    const twofactor = await createApiKey(context, { service: 'twofactor', name: 'Demo' })
    const events = await createApiKey(context, { service: 'events', name: 'Sync' })
    await revokeApiKey(context, events.id)
    const tables = ['organisations', 'applications', 'api_keys', 'audit_entries'] as const
    const dump = JSON.stringify(await Promise.all(tables.map((table) => rowsOf(context.database, table))))
    const folder = place().dataFolder
    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'latin1'))
    const printed = JSON.stringify([twofactor, events]) + String(twofactor.key) + context.lines.join('')
    expect(dump).toContain(twofactor.id)
    for (const { key } of [twofactor, events]) {
      // Past the hint: what nobody may ever read.
      const drawn = key.reveal().slice(9)
      for (const text of [dump, printed, ...files]) expect(text.includes(drawn)).toBe(false)
    }
    await context.database.close()
  })
})
