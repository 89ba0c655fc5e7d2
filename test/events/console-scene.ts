import type { Role } from '../../src/platform/operators/tables.ts'
import { operatorOf } from '../console.ts'
import type { RunningApp } from '../harness.ts'
import { exchange } from '../http-client.ts'
import type { Answer, Json, Organiser } from './scene.ts'

/** An operator of an organisation, at the console's own API. */
export type ConsoleClient = {
  readonly id: string
  /** `GET /events/{eventId}/views`: below `/console/api`. */
  call<B = Json>(method: string, path: string, body?: unknown, headers?: Json): Promise<Answer<B>>
  /** Runs what waits, and reads a task. */
  finish(taskId: string): Promise<TaskAnswer>
  /** The file of a task. */
  download(taskId: string): Promise<Answer>
}

type TaskAnswer = Json & {
  state: string
  done: number
  total: number | null
  result: Json & { refused?: number; refusals?: Json[]; count?: number }
}

export async function openConsoleAs(
  running: RunningApp,
  organiser: Organiser,
  role: Role = 'organiser',
  named: { name?: string | null } = {},
): Promise<ConsoleClient> {
  const { organisation } = organiser
  const { id, headers } = await operatorOf(running, { role, organisation, ...named })
  const call: ConsoleClient['call'] = async (method, path, body, more = {}) => {
    const answer = await exchange(`${running.url}/console/api${path}`, {
      method,
      headers: {
        ...headers,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(more as Record<string, string>),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    const isJson = /[/+]json\b/.test(answer.headers.get('content-type') ?? '')
    return { ...answer, body: isJson && answer.text !== '' ? JSON.parse(answer.text) : {} }
  }
  return {
    id,
    call,
    async finish(taskId) {
      await running.app.background.drain()
      const { body, text, status } = await call<TaskAnswer>('GET', `/tasks/${taskId}`)
      if (status !== 200) throw new Error(text)
      return body
    },
    download: (taskId) => call('GET', `/tasks/${taskId}/output`),
  }
}
