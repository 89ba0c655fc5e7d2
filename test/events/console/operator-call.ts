import type { Role } from '../../../src/platform/operators/tables.ts'
import { operatorOf } from '../../console.ts'
import type { RunningApp } from '../../harness.ts'
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
      const answer = await fetch(`${running.url}/console/api${path}`, {
        method,
        headers: {
          ...headers,
          // A page says so with what it sends.
          ...(method === 'GET' ? {} : { origin: 'http://lanyard.test' }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      const isJson = /application\/(problem\+)?json/.test(answer.headers.get('content-type') ?? '')
      return {
        status: answer.status,
        headers: answer.headers,
        body: isJson ? JSON.parse(text) : ({} as never),
        text,
      }
    },
  }
}
