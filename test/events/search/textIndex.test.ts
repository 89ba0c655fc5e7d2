import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrations } from '../../../src/app/context/migrations.ts'
import { findIdsByWords, forgetWords, indexWords, wordsQuery } from '../../../src/events/text-store.ts'
import type { Database } from '../../../src/kernel/database/database.ts'
import { openLoad } from '../../../src/kernel/database/maintenance/load.ts'
import { migrate } from '../../../src/kernel/database/maintenance/migrate.ts'
import { onEachEngine } from '../../engines.ts'
import { temporaryPlace } from '../../place.ts'
import { runSql } from '../../plans.ts'

const SCOPE = 'at00000000-0000-4000-8000-000000000001'

async function find(database: Database, word: string): Promise<string[]> {
  const query = wordsQuery(database.capabilities, SCOPE, word) ?? ''
  return (await findIdsByWords(database, { query, beginnings: [word] }, 100)).sort()
}

const write = (database: Database, texts: Readonly<Record<string, string>>) =>
  database.write((tx) =>
    Promise.all(
      Object.entries(texts).map(([id, text]) => indexWords(tx, id, { scopes: [SCOPE], texts: [text] })),
    ),
  )

onEachEngine('the text index', (place) => {
  let opened: Database
  const database = () => opened
  afterAll(() => opened?.close())
  beforeAll(async () => {
    opened = await place().open()
    await write(database(), { a: 'ada lovelace', b: 'grace hopper', c: 'ada yonath' })
  })

  it('finds records that were written at once', async () => {
    expect(await find(database(), 'ada')).toEqual(['a', 'c'])
    expect(await find(database(), 'hop')).toEqual(['b'])
  })

  it('finds a record by its new words only', async () => {
    await write(database(), { b: 'grace murray' })
    expect(await find(database(), 'hopper')).toEqual([])
    expect(await find(database(), 'murray')).toEqual(['b'])
  })

  it('forgets what was undone, and finds what was written beside it', async () => {
    const undone = database().write(async (tx) => {
      await indexWords(tx, 'd', { scopes: [SCOPE], texts: ['undone'] })
      throw new Error('undone')
    })
    await Promise.all([expect(undone).rejects.toThrow('undone'), write(database(), { e: 'emmy noether' })])
    expect(await find(database(), 'undone')).toEqual([])
    expect(await find(database(), 'noether')).toEqual(['e'])
  })

  it('finds more records than are read at once, up to the limit', async () => {
    const texts = Object.fromEntries(Array.from({ length: 4_100 }, (_none, n) => [`m${n}`, 'marie curie']))
    await write(database(), texts)
    const query = wordsQuery(database().capabilities, SCOPE, 'mar') ?? ''
    const found = (limit: number) => findIdsByWords(database(), { query, beginnings: ['mar'] }, limit)
    expect(new Set(await found(5_000))).toEqual(new Set(Object.keys(texts)))
    for (const limit of [100, 1_999, 2_000, 4_099]) expect(await found(limit)).toHaveLength(limit + 1)
    expect(await found(4_100)).toHaveLength(4_100)
  })

  it('forgets a record', async () => {
    await forgetWords(database(), 'c')
    expect(await find(database(), 'ada')).toEqual(['a'])
  })
})

describe('the text index on SQLite', () => {
  it('finds rows that a restored backup brought', async () => {
    const place = await temporaryPlace('sqlite', 'migrated')
    const load = await openLoad({ engine: 'sqlite', path: `${place.dataFolder}/lanyard.sqlite` })
    const words = `zz${SCOPE.replaceAll('-', '')} ada`
    await load.insert({ name: 'events_texts', columns: ['seq', 'owner_id', 'words'], counter: null }, [
      [7, 'a', words],
      [9, 'b', words],
    ])
    await load.commit()
    await load.close()
    const database = await place.open()
    await forgetWords(database, 'b')
    expect(await find(database, 'ada')).toEqual(['a'])
    await database.close()
  })

  it('finds records of a database from before it was filled by hand, and new ones', async () => {
    const place = await temporaryPlace('sqlite')
    const database = await place.open()
    const isLater = ({ name }: { name: string }) => name === 'events/0011-text-index'
    await migrate(
      database,
      migrations.filter((migration) => !isLater(migration)),
      () => 0,
    )
    const words = `zz${SCOPE.replaceAll('-', '')} ada`
    await runSql(database, `insert into events_texts (owner_id, words) values ('old', '${words}')`)
    await migrate(database, migrations, () => 0)
    await write(database, { new: 'ada' })
    expect(await find(database, 'ada')).toEqual(['new', 'old'])
    await write(database, { old: 'grace', new: 'grace' })
    expect(await find(database, 'ada')).toEqual([])
    expect(await find(database, 'grace')).toEqual(['new', 'old'])
    await database.close()
  })
})
