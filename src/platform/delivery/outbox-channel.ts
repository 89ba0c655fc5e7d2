import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Clock } from '../../kernel/base/clock.ts'
import { jsonOrUndefined } from '../../kernel/text/json.ts'
import { SAFE_MS } from '../jobs/held-lease.ts'
import type { Channel } from './channel.ts'
import { listOutboxFiles, openIfThere, rotateOutbox } from './outbox-files.ts'
import type { MessageChannel } from './tables.ts'

export type OutboxMessage = {
  /** RFC 3339. */
  readonly at: string
  readonly channel: MessageChannel
  readonly to: string
  readonly text: string
  readonly purpose: string
  readonly subject?: string
}

const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_RDWR
const OWNER_ONLY = 0o600
const LINE_FEED = 10
const ROTATE_EVERY_MS = 60_000

/** A line to write; `refused` is set if its message now belongs to another process. */
type Entry = { readonly line: string; readonly confirm: () => Promise<void>; refused?: unknown }

/** Sends nothing: each message becomes a line in a file, which is on disk when `send` resolves. */
export function createOutboxChannel({ path, clock }: { path: string; clock: Clock }): Channel {
  let waiting: Entry[] = []
  let previous: Promise<void> = Promise.resolve()
  let rotatedAt = Number.NEGATIVE_INFINITY

  /** Rotates the file at most once a minute; an error while rotating never prevents sending. */
  async function rotate(): Promise<void> {
    const now = clock.now()
    if (Math.abs(now - rotatedAt) < ROTATE_EVERY_MS) return
    rotatedAt = now
    await rotateOutbox(path, now).catch(() => {})
  }

  /** Waiting lines share one append; lines are written in the order of the calls. */
  function append(entry: Entry): Promise<void> {
    waiting.push(entry)
    if (waiting.length > 1) return previous
    previous = previous
      .catch(() => {})
      .then(rotate)
      .then(() => {
        const entries = waiting
        waiting = []
        return appendEntries(path, clock, entries)
      })
    return previous
  }

  return {
    name: 'outbox',
    // Many at once, because lines share one append, and their outcomes one commit.
    concurrency: 1_024,
    async send({ channel, to, text, purpose, subject }, _run, ledger) {
      const at = new Date(clock.now()).toISOString()
      const titled = subject === undefined ? {} : { subject }
      const message: OutboxMessage = { at, channel, to, text, purpose, ...titled }
      const entry: Entry = {
        line: `${JSON.stringify(message)}\n`,
        confirm: async () => ledger?.confirm(),
      }
      await append(entry)
      if (entry.refused !== undefined) throw entry.refused
      return {}
    },
  }
}

/** The messages in the current and the rotated files, oldest first. */
export async function readOutbox(path: string, { to }: { to?: string } = {}): Promise<OutboxMessage[]> {
  const messages: OutboxMessage[] = []
  for (const name of await listOutboxFiles(path)) {
    const file = await openIfThere(name)
    for await (const line of file?.readLines() ?? []) {
      const message = parseLine(line)
      if (message !== undefined && (to === undefined || message.to === to)) messages.push(message)
    }
  }
  return messages
}

/** Writes all lines in one write with O_APPEND, so that lines of several processes never mix. */
async function appendEntries(path: string, clock: Clock, entries: readonly Entry[]): Promise<void> {
  const file = await open(path, APPEND, OWNER_ONLY)
  try {
    const { mode, size } = await file.stat()
    if ((mode & 0o077) !== 0) await file.chmod(OWNER_ONLY)
    const start = (await endsTorn(file, size)) ? '\n' : ''
    const lines = (await confirmAll(clock, entries)).map(({ line }) => line)
    if (lines.length === 0) return
    const bytes = Buffer.from(start + lines.join(''))
    const { bytesWritten } = await file.write(bytes)
    if (bytesWritten !== bytes.length) throw new Error('only a part of a message was written to the outbox')
    await file.datasync()
  } finally {
    await file.close()
  }
}

/** The last step before writing. Leaves out messages that another process has taken over. */
async function confirmAll(clock: Clock, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const confirm = async (entry: Entry) => {
    try {
      await entry.confirm()
    } catch (error) {
      entry.refused = error
    }
  }
  for (;;) {
    const askedAt = clock.monotonic()
    await Promise.all(entries.filter(({ refused }) => refused === undefined).map(confirm))
    if (clock.monotonic() - askedAt < SAFE_MS) return entries.filter(({ refused }) => refused === undefined)
  }
}

/** A full disk may have left half a line, so the next line must start on its own. */
async function endsTorn(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return false
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  return bytesRead === 1 && buffer[0] !== LINE_FEED
}

export function parseLine(line: string): OutboxMessage | undefined {
  const message = jsonOrUndefined(line) as OutboxMessage | null | undefined
  return typeof message?.to === 'string' ? message : undefined
}
