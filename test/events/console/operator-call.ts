import type { Role } from '../../../src/platform/operators/tables.ts'
import { operatorOf } from '../../console.ts'
import type { RunningApp } from '../../harness.ts'
import { exchange } from '../../http-client.ts'
import type { Answer, Json } from '../scene.ts'

export type Caller = {
  call<B = Json>(method: string, path: string, body?: unknown): Promise<Answer<B>>
}

/** Somebody of the organisation at the console, with its paths below `/console/api`. */
export async function callerOf(
  running: RunningApp,
  organisation: string,
  role: Role = 'owner',
): Promise<Caller> {
  const { headers } = await operatorOf(running, { role, organisation })
  return {
    async call(method, path, body) {
      const answer = await exchange(`${running.url}/console/api${path}`, {
        method,
        headers: {
          ...headers,
          // A page says so with what it sends.
          ...(method === 'GET' ? {} : { origin: 'http://lanyard.test' }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      })
      const isJson = /application\/(problem\+)?json/.test(answer.headers.get('content-type') ?? '')
      return { ...answer, body: isJson ? JSON.parse(answer.text) : ({} as never) }
    },
  }
}
