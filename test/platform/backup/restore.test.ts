import { expect, it } from 'vitest'
import { openLoad } from '../../../src/kernel/database/maintenance/load.ts'
import { type Migration, readMigrationState } from '../../../src/kernel/database/maintenance/migrate.ts'
import { openSnapshot } from '../../../src/kernel/database/maintenance/snapshot.ts'
import type { BackupHeader } from '../../../src/platform/backup/format.ts'
import type { BackupPart } from '../../../src/platform/backup/read.ts'
import { restoreBackup } from '../../../src/platform/backup/restore.ts'
import { addressOf } from '../../app/commands/program.ts'
import { onEachEmptyEngine } from '../../engines.ts'

const tableOf = (name: string): Migration => ({
  name,
  statements: ({ createTable }) => [
    createTable(name).addColumn('id', 'text', (column) => column.primaryKey()),
  ],
})
const migrations = [tableOf('first'), { ...tableOf('second'), breaking: true as const }, tableOf('third')]

onEachEmptyEngine('restoring a backup', (place) => {
  it('applies its migrations at the times of their first application, also after a breaking one', async () => {
    const header: BackupHeader = {
      ...{
        format: 'lanyard-backup',
        formatVersion: 1,
        program: '0.1.0',
        takenAt: '2026-01-01T00:00:00.000Z',
      },
      ...{ engine: 'sqlite', rootKey: 'fingerprint' },
      migrations: migrations.map(({ name }, index) => ({ name, appliedAt: index + 1 })),
    }
    const tables = migrations.map(({ name }) => ({ name, columns: ['id'], counter: null }))
    const parts: BackupPart[] = [
      { kind: 'header', header },
      ...tables.flatMap((table): BackupPart[] => [
        { kind: 'table', table },
        { kind: 'row', table, row: ['a'] },
      ]),
    ]
    const backup = async function* () {
      yield parts
    }
    const load = await openLoad(addressOf(place()))
    try {
      expect(await restoreBackup(load, backup(), migrations)).toEqual({ tables: 3, rows: 3 })
    } finally {
      await load.close()
    }
    const snapshot = await openSnapshot(addressOf(place()))
    const { applied, breaking } = await readMigrationState(snapshot, [])
    await snapshot.close()
    expect({ applied, breaking }).toEqual({ applied: header.migrations, breaking: ['second'] })
  })
})
