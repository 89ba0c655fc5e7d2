import { type Answer, EventStream } from '../../kernel/contract/operation.ts'
import { findApproval } from '../base/approval-store.ts'
import type { FindApplication } from '../base/handlers.ts'
import type { ApprovalStatus, DeviceRow } from '../base/tables.ts'
import type { Twofactor } from '../base/twofactor.ts'
import { listDevicesOfKey } from '../devices/device-store.ts'
import { approvalStatusAt } from './approvals.ts'
import { listApprovals } from './device-approvals.ts'
import type { deviceApprovalRows } from './rows.ts'

/** An approval that was deleted with its user counts as expired. */
async function statusOf(service: Twofactor, uuid: string): Promise<ApprovalStatus> {
  const row = await findApproval(service.database, uuid)
  return row === undefined ? 'expired' : approvalStatusAt(row, service.clock.now())
}

/** Sends each approval once when it arrives and once when it ends, until no user has the device any more. */
export function answerDeviceStream(
  service: Twofactor,
  devices: readonly DeviceRow[],
  findApplication: FindApplication,
): Answer<(typeof deviceApprovalRows)['streamDeviceApprovals']> {
  const stream = new EventStream((send, end) => {
    const told = new Set<string>()
    const tellNew = async () => {
      const live = await listDevicesOfKey(service.database, devices[0]?.fingerprint ?? '')
      if (live.length === 0) return end()
      const pending = await listApprovals(service, live, findApplication)
      const waiting = new Set(pending.map(({ uuid }) => uuid))
      for (const uuid of [...told].filter((one) => !waiting.has(one))) {
        told.delete(uuid)
        send({ event: 'approval_request_status', data: { uuid, status: await statusOf(service, uuid) } })
      }
      for (const approval of pending) {
        if (told.has(approval.uuid)) continue
        told.add(approval.uuid)
        send({ event: 'approval_request', data: approval })
      }
    }
    const tell = oneAtATime(tellNew, (cause) => {
      service.log.warn('a stream ended early', { cause })
      end()
    })
    const leaves = devices.map(({ user_id }) => service.inbox.on(user_id, tell))
    tell()
    return () => {
      for (const leave of leaves) leave()
    }
  })
  return { status: 200, body: stream }
}

/**
 * Requests during a run lead to one more run after it. Two runs at once could report an approval as new after the
 * other has reported its end.
 */
function oneAtATime(run: () => Promise<void>, onFailure: (cause: unknown) => void): () => void {
  let wanted = false
  let running = false
  const runWhileWanted = async () => {
    running = true
    try {
      while (wanted) {
        wanted = false
        await run()
      }
    } finally {
      running = false
    }
  }
  return () => {
    wanted = true
    if (!running) runWhileWanted().catch(onFailure)
  }
}
