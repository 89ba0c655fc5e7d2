import type { Principal } from '../../kernel/contract/operation.ts'
import { recordAudit } from '../../platform/audit/entries.ts'
import { actorOf } from '../../platform/operators/face.ts'
import type { TaskHandler } from '../../platform/tasks/handler.ts'
import { startTask } from '../../platform/tasks/tasks.ts'
import { getEvent } from '../configuration/event.ts'
import type { Events } from '../events.ts'
import { readSchedule } from '../schedules/read-schedule.ts'
import { importSchedule } from './import-schedule.ts'
import type { ScheduleFile } from './import-schema.ts'

export const scheduleKind = 'import-schedule'

/** Base64 characters that can be read and stored in well under a second. */
const AT_ONCE = 400_000

type Work = { organisationId: string; actor: string; file: ScheduleFile }

/** Imports a schedule: returns the result or, for a large file, the task that does the work. */
export async function takeSchedule(service: Events, principal: Principal, file: ScheduleFile) {
  const { organisationId } = principal
  if (file.content.length <= AT_ONCE) {
    const imported = await storeSchedule(service, { organisationId, actor: actorOf(principal), file })
    return { imported }
  }
  if (file.eventId !== undefined) await getEvent(service, organisationId, file.eventId)
  const taskId = await service.database.write((tx) =>
    startTask(tx, service, {
      organisationId,
      principal,
      kind: scheduleKind,
      title: `Import schedule: ${file.fileName}`,
      payload: file,
      scope: 'events:read',
      startScope: 'events:write',
    }),
  )
  return { taskId }
}

/** Runs in one transaction: a second run finds everything unchanged. */
export function scheduleHandler(service: Events): TaskHandler {
  return {
    run: ({ organisationId, actor, payload }) =>
      storeSchedule(service, { organisationId: organisationId ?? '', actor, file: payload as ScheduleFile }),
  }
}

async function storeSchedule(service: Events, { organisationId, actor, file }: Work) {
  const { fileName, timezone, eventId } = file
  const bytes = Buffer.from(file.content, 'base64')
  const schedule = readSchedule(bytes, { fileName, ...(timezone === undefined ? {} : { timezone }) })
  const event = eventId === undefined ? undefined : await getEvent(service, organisationId, eventId)
  const named = event === undefined ? {} : { code: event.code }
  const given = { organisationId, schedule, fileName: fileName.replace(/\.[^.]*$/, ''), ...named }
  const imported = await service.database.write(async (tx) => {
    const made = await importSchedule(tx, service, given)
    await recordAudit(tx, service, { actor, action: 'schedule.import', subject: `event:${made.id}` })
    return made
  })
  return { ...imported, notes: schedule.notes }
}
