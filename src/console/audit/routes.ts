import type { Handlers, Principal } from '../../kernel/contract/operation.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { recordAudit } from '../../platform/audit/entries.ts'
import type { AuditEntryRow } from '../../platform/audit/tables.ts'
import { listTrail } from '../../platform/audit/trail-store.ts'
import { verifyAudit } from '../../platform/audit/verification.ts'
import { actorOf } from '../../platform/operators/face.ts'
import { startTask } from '../../platform/tasks/tasks.ts'
import type { Console } from '../base/console.ts'
import { auditExportKind } from './export.ts'
import { readFilter } from './filter.ts'
import { createdBy, type Names, nameRecords, personOf } from './naming.ts'
import type { auditRows } from './rows.ts'

const LIST = 'console/audit-by-time'

export function auditRoutes(console: Console): Handlers<typeof auditRows> {
  const { database, vault, clock } = console
  let verifying: ReturnType<typeof verifyAudit> | undefined
  return {
    async listAudit({ query }) {
      const filter = readFilter(query, '/query')
      const { rows, nextCursor } = await readPage(query, {
        vault,
        list: LIST,
        read: ([at, id], limit) => {
          const before = id === undefined ? undefined : { at: Number(at), id: String(id) }
          return listTrail(database, { ...filter, before, limit })
        },
        positionOf: ({ at, id }) => [at, id],
      })
      const names = await nameRecords(console, rows)
      return { status: 200, body: { data: rows.map((row) => entryAnswer(row, names)), nextCursor } }
    },
    async verifyAudit() {
      // Verifying reads the whole chain, so concurrent requests share one run.
      verifying ??= verifyAudit(console).finally(() => {
        verifying = undefined
      })
      const report = await verifying
      return { status: 200, body: { ...report, verifiedAt: formatTime(clock.now()) } }
    },
    async exportAudit({ principal, body }) {
      readFilter(body, '')
      return { status: 202, body: { taskId: await startExport(console, principal, body) } }
    },
  }
}

function startExport(console: Console, principal: Principal, payload: object): Promise<string> {
  return console.database.write(async (tx) => {
    const day = formatTime(console.clock.now()).slice(0, 10)
    const id = await startTask(tx, console, {
      organisationId: undefined,
      principal,
      kind: auditExportKind,
      title: 'Audit trail',
      payload,
      file: { name: `audit-${day}.csv`, type: 'text/csv' },
      scope: 'audit:read',
    })
    const subject = `task:${id}`
    await recordAudit(tx, console, { actor: actorOf(principal), action: 'audit.export', subject })
    return id
  })
}

function entryAnswer(row: AuditEntryRow, names: Names) {
  const [record = row.subject] = createdBy(row)
  const [person = ''] = personOf(row)
  const named = names.get(record)
  return {
    id: row.id,
    at: formatTime(row.at),
    actor: row.actor,
    actorName: names.get(row.actor)?.name ?? null,
    action: row.action,
    subject: row.subject,
    record,
    recordName: named?.name ?? null,
    personName: names.get(person)?.name ?? null,
    registrationId: person.startsWith('registration:')
      ? person.slice('registration:'.length)
      : (names.get(person)?.registrationId ?? null),
    applicationId: named?.applicationId ?? null,
    organisationId: named?.organisationId ?? names.get(row.subject)?.organisationId ?? null,
    detail: row.detail === null ? null : JSON.parse(row.detail),
    sealed: row.block !== null,
  }
}
