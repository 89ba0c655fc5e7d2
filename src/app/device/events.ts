import { Refusal } from '../../client/client.ts'
import { readEvents, type ServerEvent } from '../../client/server-events.ts'

/** Reads a stream, which the typed client cannot do because it reads responses to their end. */
export async function* openEvents(
  url: string,
  headers: Readonly<Record<string, string>>,
): AsyncGenerator<ServerEvent> {
  const accept = 'text/event-stream'
  const response = await fetch(url, { headers: { ...headers, accept }, redirect: 'error' })
  if (response.status !== 200 || response.body === null) {
    const problem: unknown = await response.json().catch(() => undefined)
    throw new Refusal(response.status, response.headers, problem)
  }
  yield* readEvents(response.body)
}
