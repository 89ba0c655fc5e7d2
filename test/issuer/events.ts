import type { IssuerPlace } from './party.ts'

type ReadEvent = { event: string; data: Record<string, unknown> }

/** A stream of server-sent events as a browser reads it. */
export type EventReader = {
  readonly status: number
  readonly headers: Headers
  /** Undefined at the end of the stream. */
  next(): Promise<ReadEvent | undefined>
  /** The client goes away. */
  leave(): void
}

export async function openEvents(
  { url }: Pick<IssuerPlace, 'url'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  service = 'issuer',
): Promise<EventReader> {
  const controller = new AbortController()
  const response = await fetch(`${url}/${service}${path}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: controller.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  async function next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const [block, ...rest] = text.split('\n\n')
      if (block !== undefined && rest.length > 0) {
        text = rest.join('\n\n')
        if (!block.startsWith(':')) return parse(block)
        continue
      }
      const chunk = await reader?.read()
      if (chunk === undefined || chunk.done) return undefined
      text += chunk.value
    }
  }
  return { status: response.status, headers: response.headers, next, leave: () => controller.abort() }
}

function parse(block: string): ReadEvent {
  const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]))
  return { event: fields.get('event') ?? '', data: JSON.parse(fields.get('data') ?? 'null') }
}
