import { type FileHandle, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const DAY_MS = 24 * 3_600_000
const MOST_BYTES = 8 * 1_048_576
const OPEN_MS = 7 * DAY_MS
const KEPT_MS = 30 * DAY_MS
const MOST_KEPT = 8

/**
 * A rotated file's suffix: its time, so that names sort, then process and count, so that no file replaces another.
 */
const rotated = /^\.(\d{13})-\d+-\d+$/
let rotations = 0

/** The files of an outbox, oldest first; the last one is the current file, which may be missing. */
export async function listOutboxFiles(path: string): Promise<string[]> {
  const folder = dirname(path)
  const names = (await readdir(folder).catch(unlessGone)) ?? []
  const kept = names.filter((name) => rotatedAt(path, name) !== undefined).sort()
  return [...kept.map((name) => join(folder, name)), path]
}

/**
 * Rotates the file once it is large or its first message is a week old, because messages contain codes and addresses
 * in plain text. Deletes rotated files after a month, and keeps at most eight.
 */
export async function rotateOutbox(path: string, now: number): Promise<void> {
  if (await isFull(path, now)) await rename(path, rotatedName(path, now)).catch(unlessGone)
  const kept = (await listOutboxFiles(path)).slice(0, -1)
  const over = kept.length - MOST_KEPT
  for (const [index, file] of kept.entries()) {
    const at = rotatedAt(path, basename(file)) ?? now
    if (index < over || at < now - KEPT_MS) await rm(file, { force: true })
  }
}

export async function openIfThere(path: string): Promise<FileHandle | undefined> {
  return open(path).catch(unlessGone)
}

async function isFull(path: string, now: number): Promise<boolean> {
  const file = await openIfThere(path)
  if (file === undefined) return false
  try {
    if ((await file.stat()).size >= MOST_BYTES) return true
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    const at = /^\{"at":"([^"]+)"/.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
    return at !== undefined && Date.parse(at) < now - OPEN_MS
  } finally {
    await file.close()
  }
}

/** `outbox.jsonl` becomes `outbox.1700000000000-17-1.jsonl`. */
function rotatedName(path: string, now: number): string {
  return path.replace(/\.jsonl$/, `.${String(now).padStart(13, '0')}-${process.pid}-${++rotations}.jsonl`)
}

function rotatedAt(path: string, name: string): number | undefined {
  const stem = basename(path, '.jsonl')
  if (!name.startsWith(stem) || !name.endsWith('.jsonl')) return undefined
  const at = rotated.exec(name.slice(stem.length, -'.jsonl'.length))?.[1]
  return at === undefined ? undefined : Number(at)
}

function unlessGone(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
