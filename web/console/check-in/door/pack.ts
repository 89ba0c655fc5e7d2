import type { PersonLine } from './person.ts'
import { readLines } from './read-lines.ts'

/** Where people are checked in: at the entrance of an event or a session. */
export type DoorPlace = {
  readonly organisationId: string | undefined
  readonly eventId: string
  readonly sessionId: string | null
}

export type PackHead = {
  readonly eventId: string
  readonly title: string
  readonly sessionId: string | null
  readonly sessionTitle: string | null
  readonly timezone: string
  readonly endsAt: string
  readonly keepUntil: string
  readonly at: string
  readonly issuer: string
  readonly keys: readonly JsonWebKey[]
  readonly types: readonly { readonly id: string; readonly name: string }[]
  readonly syncToken: string
}

/** A door's list as stored on this device; its lines are stored in separate parts. */
export type Pack = DoorPlace & {
  readonly id: string
  readonly head: PackHead
  /** The prefix of the ids of its parts. */
  readonly generation: string
  readonly parts: number
  /** How far the server's clock is ahead of the device's. */
  readonly aheadMs: number
  /** When it was loaded and last updated, by the server's clock. */
  readonly preparedAt: number
  readonly freshAt: number
}

export function doorIdOf({ eventId, sessionId }: Pick<DoorPlace, 'eventId' | 'sessionId'>): string {
  return `${eventId}/${sessionId ?? ''}`
}

const LINES_A_PART = 500

/** The list ended early, so it is not used. */
class Truncated extends Error {
  override readonly name = 'Truncated'
}

type PackReader = {
  onHead(head: PackHead): void
  onLines(lines: PersonLine[]): Promise<void>
}

/** Reads a list as it arrives, part by part; throws if its last line is missing. */
export async function readPack(
  body: ReadableStream<Uint8Array>,
  { onHead, onLines }: PackReader,
): Promise<number> {
  let head: PackHead | undefined
  let lines: PersonLine[] = []
  let end: number | undefined
  let count = 0
  for await (const text of readLines(body)) {
    const value: unknown = JSON.parse(text)
    if (head === undefined) {
      head = value as PackHead
      onHead(head)
    } else if (Array.isArray(value)) {
      lines.push(value as unknown as PersonLine)
      count += 1
      if (lines.length < LINES_A_PART) continue
      await onLines(lines)
      lines = []
    } else end = (value as { end: number }).end
  }
  if (lines.length > 0) await onLines(lines)
  if (end !== count) throw new Truncated(`${count} of ${end ?? 'unknown'} lines arrived`)
  return count
}
