export type ServerEvent = { readonly event: string; readonly data: string }

/** Server-sent events (WHATWG HTML §9.2.6): one field per line, an empty line after each event; comments are skipped. */
export async function* readEvents(bytes: ReadableStream<Uint8Array>): AsyncGenerator<ServerEvent> {
  const reader = bytes.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = fieldsOf(block, 'data')
        if (data.length > 0)
          yield { event: fieldsOf(block, 'event').at(-1) ?? 'message', data: data.join('\n') }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

function fieldsOf(block: string, name: string): string[] {
  return block
    .split(/\r?\n/)
    .filter((line) => line.startsWith(`${name}:`))
    .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
}
