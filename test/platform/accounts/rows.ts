import type { Reader } from '../../../src/kernel/database/database.ts'
import { statementOnce } from '../../../src/kernel/database/statement.ts'
import type { AccountTables } from '../../../src/platform/accounts/tables.ts'
import type { AuditEntryRow, AuditTables } from '../../../src/platform/audit/tables.ts'
import type { OperatorTables } from '../../../src/platform/operators/tables.ts'

type Tables = AccountTables & AuditTables & OperatorTables

export function rowsOf<T extends keyof Tables & string>(db: Reader, table: T): Promise<Tables[T][]> {
  return db.all(
    statementOnce<Tables, Tables[T]>((build) => build.selectFrom<keyof Tables>(table).selectAll() as never),
    {},
  )
}

export async function actionsIn(db: Reader): Promise<AuditEntryRow['action'][]> {
  return (await rowsOf(db, 'audit_entries')).map((entry) => entry.action).sort()
}
