import type { Static } from 'typebox'
import type { Principal } from '../../kernel/contract/operation.ts'
import { formatTime, formatTimeOrNull } from '../../kernel/text/times.ts'
import { actorOf } from '../../platform/operators/face.ts'
import type { TaskReach } from '../../platform/tasks/store.ts'
import type { TaskRow } from '../../platform/tasks/tables.ts'
import type { task } from './rows.ts'

type TaskAnswer = Static<typeof task>

const FILE_KEPT_MS = 24 * 3_600_000

/** The tasks that the operator may see: one organisation's, or those of all if none is named. */
export function reachOf({ organisationId, operator, scopes }: Principal): TaskReach {
  return {
    organisationId: organisationId === '' ? undefined : organisationId,
    everywhere: operator?.everywhere === true,
    scopes,
  }
}

export function taskAnswer(row: TaskRow, principal: Principal, now: number): TaskAnswer {
  const isKept = row.finished_at !== null && now - row.finished_at < FILE_KEPT_MS
  const hasFile = row.state === 'done' && isKept && row.file_name !== null
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    state: row.state,
    done: row.done,
    total: row.total,
    own: row.actor === actorOf(principal),
    result: row.result === null ? null : JSON.parse(row.result),
    failure: row.failure,
    file: hasFile ? { name: row.file_name ?? '', type: row.file_type ?? 'text/plain' } : null,
    createdAt: formatTime(row.created_at),
    startedAt: formatTimeOrNull(row.started_at),
    finishedAt: formatTimeOrNull(row.finished_at),
  }
}
