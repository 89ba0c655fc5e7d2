import type { Handlers } from '../../kernel/contract/operation.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { START } from '../../platform/accounts/organisation-keys.ts'
import { consoleProblem } from '../../platform/operators/face.ts'
import { approvalStatusAt } from '../approvals/approvals.ts'
import { findApproval } from '../base/approval-store.ts'
import type { ApprovalRow } from '../base/tables.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { listDevices } from '../devices/device-store.ts'
import type { approvalRows } from './approval-rows.ts'
import { type ListedApproval, listApprovalRows } from './approval-store.ts'
import { getOwn, type TwofactorConsole } from './console.ts'
import { numbersOf } from './user-store.ts'

export function approvalRoutes(console: TwofactorConsole): Handlers<typeof approvalRows> {
  const { service } = console
  return {
    async listApprovals({ params, query, principal }) {
      const { id } = await getOwn(console, principal, params.applicationId)
      const { rows, nextCursor } = await readPage(query, {
        vault: service.vault,
        list: `twofactor.approvals ${id} ${query.status ?? ''}`,
        read: ([before = START], limit) => {
          const page = { application_id: id, before: String(before), limit }
          return listApprovalRows(service.database, page, query.status)
        },
        positionOf: (row) => [row.uuid],
      })
      const users = rows.map((row) => row.user_id)
      const numbers = await numbersOf(service.database, users)
      const data = rows.map((row) => describe(service, row, numbers.get(row.user_id)))
      return { status: 200, body: { data, nextCursor } }
    },
    async getApproval({ params, principal }) {
      const { id } = await getOwn(console, principal, params.applicationId)
      const row = await findApproval(service.database, params.approvalId)
      if (row === undefined || row.application_id !== id) throw consoleProblem('not-found')
      return { status: 200, body: await describeOne(service, row) }
    },
  }
}

function describe(service: Twofactor, row: ListedApproval, number: number | undefined) {
  return {
    id: row.uuid,
    user: number ?? null,
    message: row.message,
    status: approvalStatusAt(row, service.clock.now()),
    createdAt: formatTime(row.created_at),
    processedAt: formatTimeOrNull(row.processed_at),
    expiresAt: formatTimeOrNull(row.expires_at),
  }
}

async function describeOne(service: Twofactor, row: ApprovalRow) {
  const numbers = await numbersOf(service.database, [row.user_id])
  const devices = row.device_id === null ? [] : await listDevices(service.database, row.user_id)
  const device = devices.find(({ id }) => id === row.device_id)
  const open = (sealed: string) =>
    Object.entries(JSON.parse(service.vault.open('twofactor.details', sealed)) as Record<string, string>)
  return {
    ...describe(service, row, numbers.get(row.user_id)),
    details: open(row.details).map(([name, value]) => ({ name, value: String(value) })),
    hiddenDetails: open(row.hidden_details).length,
    numberMatching: row.numbers !== null,
    notified: row.notified === 1,
    device: device === undefined ? null : (device.name ?? device.os_type ?? 'app'),
  }
}
