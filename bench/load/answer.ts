const END = Buffer.from('\r\n\r\n')

/** The status and the whole length of the answer at the start of `bytes`; undefined while it is not complete. */
export function readAnswer(bytes: Buffer, hasBody: boolean): { status: number; length: number } | undefined {
  const end = bytes.indexOf(END)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const length = end + END.length + (hasBody ? bodyLength(head) : 0)
  return bytes.length < length ? undefined : { status: Number(head.slice(9, 12)), length }
}

function bodyLength(head: string): number {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without Content-Length:\n${head}`)
  return Number(length)
}

/** The names of the members of an answer's JSON body; '' where it has none. */
export function listMembers(answer: Buffer): string {
  const body = answer.toString('utf8', answer.indexOf(END) + END.length)
  return body === '' ? '' : Object.keys(JSON.parse(body)).sort().join(' ')
}
