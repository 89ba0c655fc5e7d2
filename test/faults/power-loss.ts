import { closeSync, existsSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Dice } from '../seed.ts'

type Kind = 'write' | 'truncate' | 'sync'

/** `struct record` of disk.c. */
type Change = { kind: Kind; file: string; offset: number; oldSize: number; old: Buffer; fresh: Buffer }

const kinds: readonly (Kind | undefined)[] = [undefined, 'write', 'truncate', 'sync']
const HEADER = 112
const SECTOR = 512

/**
 * Leaves in the folder what a disk holds that lost its power: each file as it was at its last sync and, of what was
 * written since, a part of the sectors. Gives the number of bytes that are gone.
 */
export function losePower(
  folder: string,
  journalPath: string,
  dice: Dice,
  share = dice.between(0, 2) / 2,
): number {
  const changes = readJournal(journalPath)
  let lost = 0
  for (const file of new Set(changes.map((change) => change.file))) {
    const path = join(folder, file)
    // SQLite keeps its index of the log in memory; this file is only where processes share it.
    if (file.endsWith('-shm')) rmSync(path, { force: true })
    if (!existsSync(path)) continue
    const own = changes.filter((change) => change.file === file)
    lost += restore(path, own.slice(own.findLastIndex(({ kind }) => kind === 'sync') + 1), () =>
      dice.chance(share),
    )
  }
  rmSync(journalPath, { force: true })
  return lost
}

function restore(path: string, unsynced: readonly Change[], survives: () => boolean): number {
  const fd = openSync(path, 'r+')
  try {
    for (const { oldSize, old, offset } of unsynced.toReversed()) {
      ftruncateSync(fd, oldSize)
      writeAll(fd, old, offset)
    }
    let lost = 0
    for (const { kind, fresh, offset } of unsynced) {
      if (kind === 'truncate' && survives()) ftruncateSync(fd, offset)
      for (let at = 0; at < fresh.length; at += SECTOR) {
        const sector = fresh.subarray(at, at + SECTOR)
        if (survives()) writeAll(fd, sector, offset + at)
        else lost += sector.length
      }
    }
    return lost
  } finally {
    closeSync(fd)
  }
}

function writeAll(fd: number, bytes: Buffer, offset: number): void {
  if (bytes.length > 0) writeSync(fd, bytes, 0, bytes.length, offset)
}

/** A record that the kill cut off belongs to a write that did not happen. */
function readJournal(path: string): Change[] {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  const changes: Change[] = []
  for (let at = 0; at + HEADER <= bytes.length; ) {
    const [offset = 0, oldSize = 0, oldLength = 0, freshLength = 0] = [80, 88, 96, 104].map((field) =>
      Number(bytes.readBigUInt64LE(at + field)),
    )
    const from = at + HEADER
    const to = from + oldLength + freshLength
    const kind = kinds[bytes.readUInt32LE(at)]
    if (kind === undefined || to > bytes.length) break
    const file = bytes.subarray(at + 4, bytes.indexOf(0, at + 4)).toString()
    const old = bytes.subarray(from, from + oldLength)
    changes.push({ kind, file, offset, oldSize, old, fresh: bytes.subarray(from + oldLength, to) })
    at = to
  }
  return changes
}
