import { Refusal } from '../../../src/client/client.ts'
import { readEvents, type ServerEvent } from '../../../src/client/server-events.ts'
import { reach } from '../../ui/offline/online.ts'
import { noteServerTime } from '../keys/server-time.ts'

/** EventSource cannot send custom headers, so the stream is read with fetch. */
export async function* openEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): AsyncGenerator<ServerEvent> {
  const accept = 'text/event-stream'
  const response = await reach(url, { headers: { ...headers, accept }, redirect: 'error', signal })
  if (response.status !== 200 || response.body === null) {
    const problem: unknown = await response.json().catch(() => undefined)
    throw new Refusal(response.status, response.headers, problem)
  }
  noteServerTime(response.headers)
  yield* readEvents(response.body)
}
