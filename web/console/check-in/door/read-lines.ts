/** The lines of a text that arrives in chunks. */
export async function* readLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = bytes.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (!done) continue
      if (rest !== '') yield rest
      return
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
