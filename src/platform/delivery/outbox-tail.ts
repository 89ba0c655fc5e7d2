import type { FileHandle } from 'node:fs/promises'
import { type OutboxMessage, openIfThere, parseLine } from './outbox-channel.ts'

const BLOCK = 65_536
/** A page reads no more of the file than this, however little it finds. */
const MOST_BYTES = 4 * 1_048_576
const LINE_FEED = 10

type OutboxPage = {
  messages: OutboxMessage[]
  /** Where the next page ends in the file; undefined at its start. */
  next: number | undefined
}

/** Newest first, from the end of the file or from where a page ended; the file may grow meanwhile. */
export async function readOutboxTail(
  path: string,
  { end, limit }: { end: number | undefined; limit: number },
): Promise<OutboxPage> {
  const file = await openIfThere(path)
  if (file === undefined) return { messages: [], next: undefined }
  try {
    const { size } = await file.stat()
    return await readBack(file, Math.min(end ?? size, size), limit)
  } finally {
    await file.close()
  }
}

async function readBack(file: FileHandle, end: number, limit: number): Promise<OutboxPage> {
  const messages: OutboxMessage[] = []
  let position = end
  let rest: Buffer = Buffer.alloc(0)
  while (position > 0 && messages.length < limit && end - position < MOST_BYTES) {
    const length = Math.min(BLOCK, position)
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, position - length)
    position -= length
    rest = takeLines(Buffer.concat([buffer, rest]), { messages, limit, isStart: position === 0 })
  }
  const next = position + rest.length
  return { messages, next: next > 0 ? next : undefined }
}

/** Takes whole lines from the end; gives what is left of the bytes. */
function takeLines(
  bytes: Buffer,
  { messages, limit, isStart }: { messages: OutboxMessage[]; limit: number; isStart: boolean },
): Buffer {
  let end = bytes.length
  while (messages.length < limit && end > 0) {
    // The line feed that closes the last line is no line of its own.
    const closed = bytes[end - 1] === LINE_FEED ? end - 1 : end
    const start = bytes.lastIndexOf(LINE_FEED, closed - 1) + 1
    if (start === 0 && !isStart) return bytes.subarray(0, end)
    const message = parseLine(bytes.subarray(start, closed).toString())
    if (message !== undefined) messages.push(message)
    end = start
  }
  return bytes.subarray(0, end)
}
