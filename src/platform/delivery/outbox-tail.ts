import type { FileHandle } from 'node:fs/promises'
import { type OutboxMessage, parseLine } from './outbox-channel.ts'
import { listOutboxFiles, openIfThere } from './outbox-files.ts'

const BLOCK = 65_536
/** The most that a page reads of the file, however few messages it finds. */
const MOST_BYTES = 4 * 1_048_576
const LINE_FEED = 10

/** Where a page ends. The file number stays the same when the file is rotated. */
export type OutboxPosition = { readonly file: number; readonly end: number }

type OutboxPage = {
  messages: OutboxMessage[]
  /** Undefined at the start of the oldest file. */
  next: OutboxPosition | undefined
}

/**
 * Newest first, from the end of the newest file or from where the last page ended; files may grow in the meantime.
 */
export async function readOutboxTail(
  path: string,
  { from, limit }: { from: OutboxPosition | undefined; limit: number },
): Promise<OutboxPage> {
  const files = await openAll(path)
  try {
    const known = files.findIndex(({ ino }) => ino === from?.file)
    const messages: OutboxMessage[] = []
    for (let at = Math.max(known, 0); at < files.length; at++) {
      const { file, ino, size } = files[at] as OutboxFile
      const end = Math.min(ino === from?.file ? from.end : size, size)
      const page = await readBack(file, end, limit - messages.length)
      messages.push(...page.messages)
      if (page.next !== undefined) return { messages, next: { file: ino, end: page.next } }
      const older = files[at + 1]
      // A whole file may be four megabytes, so one is enough for a page.
      if (older !== undefined && messages.length > 0)
        return { messages, next: { file: older.ino, end: older.size } }
    }
    return { messages, next: undefined }
  } finally {
    for (const { file } of files) await file.close()
  }
}

type OutboxFile = { file: FileHandle; ino: number; size: number }

/** Opens the outbox's files, newest first. */
async function openAll(path: string): Promise<OutboxFile[]> {
  const found: OutboxFile[] = []
  for (const name of (await listOutboxFiles(path)).reverse()) {
    const file = await openIfThere(name)
    if (file === undefined) continue
    const { ino, size } = await file.stat()
    found.push({ file, ino, size })
  }
  return found
}

type Part = { messages: OutboxMessage[]; next: number | undefined }

async function readBack(file: FileHandle, end: number, limit: number): Promise<Part> {
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

/** Reads whole lines from the end; returns the remaining bytes. */
function takeLines(
  bytes: Buffer,
  { messages, limit, isStart }: { messages: OutboxMessage[]; limit: number; isStart: boolean },
): Buffer {
  let end = bytes.length
  while (messages.length < limit && end > 0) {
    // The line feed that ends the last line does not start another line.
    const closed = bytes[end - 1] === LINE_FEED ? end - 1 : end
    const start = bytes.lastIndexOf(LINE_FEED, closed - 1) + 1
    if (start === 0 && !isStart) return bytes.subarray(0, end)
    const message = parseLine(bytes.subarray(start, closed).toString())
    if (message !== undefined) messages.push(message)
    end = start
  }
  return bytes.subarray(0, end)
}
