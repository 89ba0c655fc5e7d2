import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { loadConfig } from '../../src/app/config/config.ts'
import { openContext } from '../../src/app/context/context.ts'
import type { EventsTables } from '../../src/events/records/tables.ts'
import { systemClock } from '../../src/kernel/base/clock.ts'
import { createLogger } from '../../src/kernel/base/log.ts'
import type { Context } from '../../src/kernel/context.ts'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import type { JobsTables } from '../../src/platform/jobs/tables.ts'
import type { TaskTables } from '../../src/platform/tasks/tables.ts'
import { createApiKey } from '../app/commands/program.ts'
import { type ServerProcess, startServer } from '../child.ts'
import { signIn } from '../console.ts'
import type { Place } from '../engines.ts'
import { temporaryPlace } from '../place.ts'
import { buy, buyAll, createSale, patientPeer } from './events-peer.ts'

const statement = statementsOf<JobsTables & TaskTables & EventsTables>()
const endLeases = statement((db) =>
  db
    .updateTable('jobs')
    .set({ lease_until: 0 })
    .where('kind', 'like', 'task%')
    .where('lease_until', 'is not', null),
)
const selectStep = statement((db, p: { id: string }) =>
  db.selectFrom('tasks').select(['state', 'done', 'checkpoint']).where('id', '=', p.id),
)
const selectHistory = statement((db, p: { action: string }) =>
  db.selectFrom('events_history').select('registration_id').where('action', '=', p.action),
)

type Json = Record<string, unknown>
export type EndedTask = { state: string; done: number; total: number; result: Json; lines: string[] }

/** An event with many registrations, and a server that is killed in the middle of a task about them. */
export async function openTaskScene(engine: Place['engine'], registrations: number) {
  const place = await temporaryPlace(engine, 'migrated')
  let server = await startServer(place)
  const peer = patientPeer([server.url], await createApiKey(place, 'events'))
  const path = await createSale(peer, {})
  const made = await buyAll(registrations, (turn) => buy(peer, path, turn))
  const { context, operator } = await openOperator(place)
  const call = (url: string, task: string, body?: Json) =>
    fetch(`${url}/console/api${task}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...operator, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })

  return {
    place,
    context,
    ids: made.map((buyer) => buyer.made.id),
    /** The registrations whose past holds this, one entry each time. */
    async pastOf(action: string): Promise<string[]> {
      return (await context.database.all(selectHistory, { action })).map((row) => row.registration_id)
    },
    /** Kills the server in the middle of a task, which another process then finishes; that one serves from then on. */
    async runAndKill(what: Work, body: Json): Promise<EndedTask> {
      const next = await standBy(place)
      const address = `/events/${path.split('/').at(-1)}/registrations/${what}`
      const start = () => call(server.url, address, body)
      const { taskId, step } = await stopMidway(server, context, { start, isMidway: midway[what] })
      await server.end('SIGKILL')
      expect((await step())?.state).toBe('running')
      // The time that the dead process still holds the task passes at once.
      await context.database.run(endLeases, {})
      server = await next()
      return waitForEnd((task) => call(server.url, task), taskId)
    },
    async close(): Promise<void> {
      await server.end('SIGTERM')
      await context.database.close()
    },
  }
}

type Step = { state: string; done: number; checkpoint: string | null }
type Work = keyof typeof midway
/** Some of it is done and stored: an export has its first lines, a change its first registrations. */
const midway = {
  change: ({ done }: Step) => done > 0,
  export: ({ checkpoint }: Step) => checkpoint !== null,
}

/** A task may be over before the signal comes: then it is started once more. */
async function stopMidway(
  server: ServerProcess,
  { database }: Context,
  { start, isMidway }: { start: () => Promise<Response>; isMidway: (step: Step) => boolean },
) {
  for (;;) {
    const started = await start()
    expect(started.status).toBe(202)
    const { taskId } = (await started.json()) as { taskId: string }
    const step = () => database.first(selectStep, { id: taskId })
    for (let now = await step(); now !== undefined && !isMidway(now); now = await step()) await delay(1)
    server.signal('SIGSTOP')
    if ((await step())?.state === 'running') return { taskId, step }
    server.signal('SIGCONT')
  }
}

/** The process that goes on: a second server, stopped until then, or the next start where there is but one. */
async function standBy(place: Place): Promise<() => Promise<ServerProcess>> {
  if (place.engine === 'sqlite') return () => startServer(place)
  const second = await startServer(place)
  second.signal('SIGSTOP')
  return async () => {
    second.signal('SIGCONT')
    return second
  }
}

async function openOperator(place: Place): Promise<{ context: Context; operator: Record<string, string> }> {
  const { dataFolder, databaseUrl } = place
  const env = {
    LANYARD_DATA: dataFolder,
    ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
  }
  const config = loadConfig({ cwd: dataFolder, readFile: () => undefined, env })
  const log = createLogger({ level: 'error', write: () => {}, clock: systemClock })
  const context = await openContext(config, { log })
  const { token, organisationId } = await signIn(context, { role: 'owner' })
  const operator = {
    cookie: `lanyard_console=${token}`,
    'sec-fetch-site': 'same-origin',
    'lanyard-organisation': organisationId,
  }
  return { context, operator }
}

async function waitForEnd(read: (path: string) => Promise<Response>, id: string): Promise<EndedTask> {
  for (;;) {
    const task = (await (await read(`/tasks/${id}`)).json()) as EndedTask
    if (['done', 'failed', 'cancelled'].includes(task.state)) {
      const text = await (await read(`/tasks/${id}/output`)).text()
      return { ...task, lines: text.trimEnd().split('\r\n') }
    }
    await delay(20)
  }
}
