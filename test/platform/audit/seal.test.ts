import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { recordAudit } from '../../../src/platform/audit/entries.ts'
import { sealAudit } from '../../../src/platform/audit/seal.ts'
import { verifyAudit } from '../../../src/platform/audit/verification.ts'
import { onEachEngine } from '../../engines.ts'
import { contextOn, openContext, type TestContext } from '../accounts/context.ts'
import {
  allBlocks,
  changeBlock,
  deleteBlock,
  deleteEntriesOf,
  deleteEntry,
  emptyTrail,
  entriesOf,
  insertEntry,
  recordMany,
} from './trail.ts'

onEachEngine('the audit trail', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openContext(place())
  })
  afterAll(() => context.database.close())

  it('is empty and right at first', async () => {
    expect(await sealAudit(context)).toBe(0)
    expect(await verifyAudit(context)).toEqual({ blocks: 0, entries: 0, unsealed: 0, faults: [] })
  })

  it('records in the transaction of the effect: rolled back with it', async () => {
    const write = context.database.write(async (tx) => {
      await recordAudit(tx, context, { actor: 'local', action: 'thing.change', subject: 'thing:1' })
      throw new Error('the effect failed')
    })
    await expect(write).rejects.toThrow('the effect failed')
    expect((await verifyAudit(context)).unsealed).toBe(0)
  })

  it('is chained in blocks of at most 1,000', async () => {
    await recordMany(context, 2500)
    expect(await verifyAudit(context)).toEqual({ blocks: 0, entries: 0, unsealed: 2500, faults: [] })
    expect(await sealAudit(context)).toBe(2500)
    const blocks = await allBlocks(context.database)
    expect(blocks.map(({ number, entries }) => [number, entries])).toEqual([
      [1, 1000],
      [2, 1000],
      [3, 500],
    ])
    expect(blocks.map(({ previous }) => previous)).toEqual(['', blocks[0]?.digest, blocks[1]?.digest])
    expect(await verifyAudit(context)).toEqual({ blocks: 3, entries: 2500, unsealed: 0, faults: [] })
    expect(await sealAudit(context)).toBe(0)
  })

  it('goes on in a new block, with entries older than those sealed before too', async () => {
    const behind = contextOn(context.database)
    behind.clock.set(context.clock.now() - 3_600_000)
    await recordMany(behind, 3, 'late')
    await recordMany(context, 2)
    expect(await sealAudit(context)).toBe(5)
    const subjects = (await entriesOf(context.database, 4)).map(({ subject }) => subject)
    expect(subjects).toEqual(['late:0', 'late:1', 'late:2', 'thing:0', 'thing:1'])
    expect(await verifyAudit(context)).toEqual({ blocks: 4, entries: 2505, unsealed: 0, faults: [] })
  })

  it('takes in no entry that stands in the next block already', async () => {
    await recordMany(context, 1)
    const [entry] = await entriesOf(context.database, 4)
    if (entry === undefined) throw new Error('the block has entries')
    await insertEntry(context.database, { ...entry, id: 'smuggled', block: 5 })
    await expect(sealAudit(context)).rejects.toThrow('name block 5 before it is sealed')
    await deleteEntry(context.database, 'smuggled')
    expect(await sealAudit(context)).toBe(1)
    expect((await verifyAudit(context)).faults).toEqual([])
  })

  it('is not mended by another root key', async () => {
    const stranger = { ...context, vault: { ...context.vault, digest: () => 'forged' } }
    await recordMany(context, 1)
    await expect(sealAudit(stranger)).rejects.toThrow('does not end where it was sealed')
    expect(await sealAudit(context)).toBe(1)
  })
})

onEachEngine('the audit trail of two processes', (place) => {
  it('is one valid chain when both record and seal at once', async () => {
    const one = await openContext(place())
    const other = contextOn(await place().open(), one.clock)
    let recorded = 0
    let sealed = 0
    const work = async (context: TestContext) => {
      for (let round = 0; round < 15; round++) {
        await Promise.all([recordMany(context, 40), recordMany(context, 40)])
        recorded += 80
        const counts = await Promise.all([sealAudit(context), sealAudit(context), sealAudit(context)])
        for (const count of counts) sealed += count
      }
    }
    await Promise.all([work(one), work(other)])
    sealed += await sealAudit(one)
    const report = await verifyAudit(other)
    expect(report.faults).toEqual([])
    expect(report).toMatchObject({ entries: recorded, unsealed: 0 })
    expect(sealed).toBe(recorded)
    const blocks = await allBlocks(one.database)
    expect(blocks.filter(({ entries }) => entries === 0)).toEqual([])
    const numbers = blocks.map(({ number }) => number)
    expect(numbers).toEqual(Array.from(numbers, (_, n) => n + 1))
    await Promise.all([one.database.close(), other.database.close()])
  })

  it('verifies while another seals', async () => {
    const one = await openContext(place())
    const other = contextOn(await place().open(), one.clock)
    const seal = async () => {
      for (let round = 0; round < 30; round++) {
        await recordMany(other, 20)
        await sealAudit(other)
      }
    }
    let sealing = true
    const sealed = seal().finally(() => {
      sealing = false
    })
    while (sealing) expect((await verifyAudit(one)).faults).toEqual([])
    await sealed
    await Promise.all([one.database.close(), other.database.close()])
  })
})

onEachEngine('an audit trail whose end was cut off', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openContext(place())
  })
  afterAll(() => context.database.close())
  beforeEach(async () => {
    await emptyTrail(context.database)
    for (let block = 1; block <= 3; block++) {
      await recordMany(context, 5)
      await sealAudit(context)
    }
    await deleteBlock(context.database, 3)
    await deleteEntriesOf(context.database, 3)
  })

  it('is not sealed over', async () => {
    await recordMany(context, 1)
    await expect(sealAudit(context)).rejects.toThrow('does not end where it was sealed')
    expect((await verifyAudit(context)).faults).toHaveLength(1)
  })

  it('would look whole without the mark of its last block', async () => {
    const { vault } = context
    const [, last] = await allBlocks(context.database)
    const forged = vault.digest('audit-end', `2 ${last?.digest}`)
    await changeBlock(context.database, 2, { closing: forged })
    expect((await verifyAudit(context)).faults).toEqual([])
  })
})
