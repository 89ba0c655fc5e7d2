import { Refusal } from '../../client/client.ts'

type ServerEvent = { event: string; data: string }

/** The typed client reads answers to their end; this one has none. */
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

/** Server-sent events (WHATWG HTML §9.2.6): fields a line, an empty line behind each event, comments skipped. */
async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of bytes) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split(/\r?\n\r?\n/)
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = fieldsOf(block, 'data')
      if (data.length > 0)
        yield { event: fieldsOf(block, 'event').at(-1) ?? 'message', data: data.join('\n') }
    }
  }
}

function fieldsOf(block: string, name: string): string[] {
  return block.split(/\r?\n/).flatMap((line) => {
    const value = line.startsWith(`${name}:`) ? line.slice(name.length + 1) : undefined
    return value === undefined ? [] : [value.replace(/^ /, '')]
  })
}
