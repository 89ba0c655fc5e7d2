import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../src/kernel/database/database.ts'
import { digestBlock } from '../../../src/platform/audit/chain.ts'
import { sealAudit } from '../../../src/platform/audit/seal.ts'
import type { AuditBlockRow, AuditEntryRow } from '../../../src/platform/audit/tables.ts'
import { verifyAudit } from '../../../src/platform/audit/verification.ts'
import { onEachEngine } from '../../engines.ts'
import { openContext, type TestContext } from '../accounts/context.ts'
import {
  allBlocks,
  changeBlock,
  changeEntry,
  deleteBlock,
  deleteEntriesOf,
  deleteEntry,
  emptyTrail,
  entriesOf,
  insertBlock,
  insertEntry,
  recordMany,
} from './trail.ts'

type Trail = {
  database: Database
  entries: AuditEntryRow[]
  others: AuditEntryRow[]
  blocks: AuditBlockRow[]
}
type Attack = (trail: Trail) => Promise<unknown>

/** The second of three blocks, five entries each, is the one that is attacked. */
const attacks: Readonly<Record<string, Attack>> = {
  'an altered actor': ({ database, entries }) =>
    changeEntry(database, idOf(entries[2]), { actor: 'mallory' }),
  'an altered action': ({ database, entries }) => changeEntry(database, idOf(entries[0]), { action: 'x' }),
  'an altered subject': ({ database, entries }) => changeEntry(database, idOf(entries[4]), { subject: 'x' }),
  'an altered time': ({ database, entries }) => changeEntry(database, idOf(entries[1]), { at: 1 }),
  'an altered detail': ({ database, entries }) => changeEntry(database, idOf(entries[1]), { detail: '{}' }),
  'an erased detail': ({ database, entries }) => changeEntry(database, idOf(entries[1]), { detail: null }),
  'an altered id': ({ database, entries }) =>
    changeEntry(database, idOf(entries[3]), {
      id: idOf(entries[3]).replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    }),
  'a removed entry': ({ database, entries }) => deleteEntry(database, idOf(entries[2])),
  'a removed entry with the count mended': async ({ database, entries }) => {
    await deleteEntry(database, idOf(entries[2]))
    await changeBlock(database, 2, { entries: 4 })
  },
  'an entry taken out of its block': ({ database, entries }) =>
    changeEntry(database, idOf(entries[2]), { block: null }),
  'an entry moved to another block': ({ database, entries }) =>
    changeEntry(database, idOf(entries[2]), { block: 1 }),
  'an added entry': ({ database, entries }) =>
    insertEntry(database, { ...entryOf(entries[2]), id: `${idOf(entries[2])}0` }),
  'an added entry of a block that never was': ({ database, entries }) =>
    insertEntry(database, { ...entryOf(entries[2]), id: 'new', block: 77 }),
  'an added entry before the first block': ({ database, entries }) =>
    insertEntry(database, { ...entryOf(entries[2]), id: 'new', block: 0 }),
  'two entries of a block swapped': async ({ database, entries }) => {
    await changeEntry(database, idOf(entries[0]), { subject: entryOf(entries[1]).subject })
    await changeEntry(database, idOf(entries[1]), { subject: entryOf(entries[0]).subject })
  },
  'two entries swapped between blocks': async ({ database, entries, others }) => {
    await changeEntry(database, idOf(entries[0]), { block: 1 })
    await changeEntry(database, idOf(others[0]), { block: 2 })
  },
  'an altered digest': ({ database }) => changeBlock(database, 2, { digest: 'x' }),
  'an altered previous digest': ({ database }) => changeBlock(database, 2, { previous: 'x' }),
  'an altered time of a block': ({ database }) => changeBlock(database, 2, { created_at: 1 }),
  'an altered count': ({ database }) => changeBlock(database, 2, { entries: 6 }),
  'a removed block': ({ database }) => deleteBlock(database, 2),
  'a removed block with its entries': async ({ database }) => {
    await deleteBlock(database, 2)
    await deleteEntriesOf(database, 2)
  },
  'the first block removed with its entries': async ({ database }) => {
    await deleteBlock(database, 1)
    await deleteEntriesOf(database, 1)
  },
  'the last block removed': ({ database }) => deleteBlock(database, 3),
  'the last block removed with its entries': async ({ database }) => {
    await deleteBlock(database, 3)
    await deleteEntriesOf(database, 3)
  },
  'the last block removed with the mark moved': async ({ database, blocks }) => {
    await deleteBlock(database, 3)
    await deleteEntriesOf(database, 3)
    await changeBlock(database, 2, { closing: blockOf(blocks[2]).closing })
  },
  'every block removed': async ({ database }) => {
    for (const number of [1, 2, 3]) await deleteBlock(database, number)
  },
  'an added block': ({ database, blocks }) =>
    insertBlock(database, {
      ...blockOf(blocks[2]),
      number: 4,
      previous: blockOf(blocks[2]).digest,
      entries: 0,
    }),
  'two blocks in the other order': async ({ database }) => {
    await changeBlock(database, 2, { number: 4 })
    await changeBlock(database, 3, { number: 2 })
    await changeBlock(database, 4, { number: 3 })
  },
  'two blocks in the other order with their entries': async ({ database, entries, blocks }) => {
    const last = await entriesOf(database, 3)
    for (const { id } of last) await changeEntry(database, id, { block: 2 })
    for (const { id } of entries) await changeEntry(database, id, { block: 3 })
    const [, second, third] = blocks.map(({ digest, entries, created_at }) => ({
      digest,
      entries,
      created_at,
    }))
    await changeBlock(database, 2, { ...third })
    await changeBlock(database, 3, { ...second, previous: third?.digest ?? '' })
  },
}

function entryOf(row: AuditEntryRow | undefined): AuditEntryRow {
  if (row === undefined) throw new Error('the trail has five entries a block')
  return row
}

function blockOf(row: AuditBlockRow | undefined): AuditBlockRow {
  if (row === undefined) throw new Error('the trail has three blocks')
  return row
}

function idOf(row: AuditEntryRow | undefined): string {
  return entryOf(row).id
}

onEachEngine('the check of the audit trail', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openContext(place())
  })
  afterAll(() => context.database.close())
  beforeEach(async () => {
    await emptyTrail(context.database)
    for (let block = 1; block <= 3; block++) {
      context.clock.advance(1000)
      await recordMany(context, 5, `in block ${block}`)
      await sealAudit(context)
    }
    await recordMany(context, 2)
  })

  it('finds nothing wrong with a trail that nobody touched', async () => {
    expect(await verifyAudit(context)).toEqual({ blocks: 3, entries: 15, unsealed: 2, faults: [] })
  })

  it.each(Object.entries(attacks))('finds %s', async (_name, attack) => {
    const { database } = context
    const trail = {
      database,
      entries: await entriesOf(database, 2),
      others: await entriesOf(database, 1),
      blocks: await allBlocks(database),
    }
    await attack(trail)
    expect((await verifyAudit(context)).faults).not.toEqual([])
  })

  it('finds a block that the same root key sealed in another copy of the trail', async () => {
    const { database, vault } = context
    const [entry] = await entriesOf(database, 2)
    await changeEntry(database, idOf(entry), { actor: 'mallory' })
    const [, block] = await allBlocks(database)
    const digest = digestBlock(vault, blockOf(block), await entriesOf(database, 2))
    await changeBlock(database, 2, { digest })
    expect((await verifyAudit(context)).faults).toEqual(['block 3 does not follow the one before it'])
  })

  it('names the block, and only the one that was touched', async () => {
    const [entry] = await entriesOf(context.database, 2)
    await changeEntry(context.database, idOf(entry), { actor: 'mallory' })
    expect((await verifyAudit(context)).faults).toEqual(['block 2 or an entry in it was changed'])
  })
})
