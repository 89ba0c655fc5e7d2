import type { Reply } from './exchange.ts'

const END = Buffer.from('\r\n\r\n')
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/** The answer at the start of `bytes` and its whole length; undefined while it is not complete. */
export function readAnswer(bytes: Buffer, toHead: boolean): { reply: Reply; length: number } | undefined {
  const end = bytes.indexOf(END)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  const start = end + END.length
  if (toHead || status === 304 || status === 204)
    return { reply: { status, head, body: Buffer.alloc(0) }, length: start }
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return readChunked(bytes, { status, head, start })
  const whole = start + Number(length)
  if (bytes.length < whole) return undefined
  return { reply: { status, head, body: bytes.subarray(start, whole) }, length: whole }
}

/** RFC 9112 §7.1. One answer is under way on a connection: its last chunk ends what was received. */
function readChunked(
  bytes: Buffer,
  { status, head, start }: { status: number; head: string; start: number },
): { reply: Reply; length: number } | undefined {
  if (!/\r\ntransfer-encoding: chunked/i.test(head)) throw new Error(`an answer of unknown length:\n${head}`)
  if (!bytes.subarray(start).subarray(-LAST_CHUNK.length).equals(LAST_CHUNK)) return undefined
  const chunks: Buffer[] = []
  for (let at = start; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (!(size > 0)) return { reply: { status, head, body: Buffer.concat(chunks) }, length: bytes.length }
    chunks.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

const TRANSPORT = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

const JSON_TYPE = /^content-type: application\/([\w.-]+\+)?json/im

/** The names of an answer's headers, and of the members of its JSON body, one level deep. */
export function describeReply({ head, body }: Reply): string {
  const headers = [...head.matchAll(/^([\w-]+):/gm)]
    .map(([, name = '']) => name.toLowerCase())
    .filter((name) => !TRANSPORT.has(name))
  const hasMembers = body.length > 0 && JSON_TYPE.test(head)
  const members = hasMembers ? namesOf(JSON.parse(body.toString()), 1) : ''
  return `${headers.sort().join(' ')}: ${members}`
}

function namesOf(value: object, depth: number): string {
  return Object.entries(value)
    .map(([name, member]: [string, unknown]) =>
      depth > 0 && isPlain(member) ? `${name}(${namesOf(member, depth - 1)})` : name,
    )
    .sort()
    .join(' ')
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
