import { Fault } from '../../kernel/base/fault.ts'
import { type Handlers, type Principal, TextStream } from '../../kernel/contract/operation.ts'
import { readPage } from '../../kernel/contract/page-position.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { because } from '../../platform/operators/reasons.ts'
import { listTasks } from '../../platform/tasks/store.ts'
import type { TaskRow, TaskState } from '../../platform/tasks/tables.ts'
import { cancelTask, findTask, readTaskOutput } from '../../platform/tasks/tasks.ts'
import type { Console } from '../base/console.ts'
import { reachOf, taskAnswer } from './answer.ts'
import type { taskRows } from './rows.ts'

const LIST = 'console/tasks'
const groups: Readonly<Record<string, readonly TaskState[]>> = {
  active: ['queued', 'running'],
  over: ['done', 'failed', 'cancelled'],
}

export function taskRoutes(console: Console): Handlers<typeof taskRows> {
  const { database, clock, vault } = console
  return {
    async listTasks({ principal, query }) {
      const states = statesOf(query.state)
      const { rows, nextCursor } = await readPage(query, {
        vault,
        list: LIST,
        read: ([before = null], limit) =>
          listTasks(database, { ...reachOf(principal), states, before: before as string | null, limit }),
        positionOf: ({ id }) => [id],
      })
      const data = rows.map((row) => taskAnswer(row, principal, clock.now()))
      return { status: 200, body: { data, nextCursor } }
    },
    async getTask({ principal, params }) {
      const row = await getTask(console, principal, params.taskId)
      return { status: 200, body: taskAnswer(row, principal, clock.now()) }
    },
    async cancelTask({ principal, params }) {
      const row = await getTask(console, principal, params.taskId)
      const { id } = row
      checkMayCancel(row, principal)
      if (!(await cancelTask(console, id, actorOf(principal))))
        throw consoleProblem('conflict', because('task-over'))
      return { status: 200, body: taskAnswer(await getTask(console, principal, id), principal, clock.now()) }
    },
    async readTaskOutput({ principal, params }) {
      const row = await getTask(console, principal, params.taskId)
      const { file } = taskAnswer(row, principal, clock.now())
      if (row.state !== 'done') throw consoleProblem('conflict', because('task-unfinished'))
      if (file === null) throw consoleProblem('not-found', { detail: 'The file is kept for a day.' })
      return {
        status: 200,
        headers: { 'content-disposition': attachment(file.name) },
        body: new TextStream(`${file.type}; charset=utf-8`, readTaskOutput(database, row.id)),
      }
    },
  }
}

/** An empty list means every state. */
function statesOf(state: string | undefined): readonly TaskState[] {
  return state === undefined ? [] : (groups[state] ?? [state as TaskState])
}

async function getTask({ database }: Console, principal: Principal, id: string): Promise<TaskRow> {
  const row = await findTask(database, reachOf(principal), id)
  if (row === undefined) throw consoleProblem('not-found')
  return row
}

function checkMayCancel({ actor, start_scope }: TaskRow, principal: Principal): void {
  if (start_scope === null || principal.scopes.includes(start_scope) || actor === actorOf(principal)) return
  throw new Fault('forbidden', { detail: `this takes the scope ${start_scope}, or to have started it` })
}

/** RFC 6266: the exact file name for clients that support RFC 8187, and an ASCII approximation for others. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\w.-]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
