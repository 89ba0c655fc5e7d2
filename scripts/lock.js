// @ts-check
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { identify, isRunning } from './process-identity.js'

const POLL_MS = 100
const LIMIT_MS = 15 * 60_000

/**
 * Runs `work` while holding the directory lock at `path`. The lock holds one file for each process that works
 * under it; when none of them runs any more it is stale, and the next one takes it over.
 * @template T
 * @param {string} path
 * @param {(join: (pid: number) => void) => Promise<T>} work `join` adds a child that outlives a killed holder
 * @param {(holder: string) => void} onWait called once when another process holds the lock
 * @returns {Promise<T>}
 */
export async function withLock(path, work, onWait) {
  await acquire(path, onWait)
  try {
    return await work((pid) => writeFileSync(join(path, String(pid)), identify(pid)))
  } finally {
    moveAside(path, () => {})
  }
}

/**
 * @param {string} path
 * @param {(holder: string) => void} onWait
 */
async function acquire(path, onWait) {
  const deadline = performance.now() + LIMIT_MS
  let told = false
  while (!take(path)) {
    const holder = runningHolder(path)
    if (holder === undefined) discard(path)
    else if (!told) {
      onWait(holder)
      told = true
    }
    if (performance.now() > deadline)
      throw new Error(`${path} is held by another start: end it, or remove that folder`)
    await sleep(POLL_MS)
  }
}

/**
 * A folder that already names its holder is renamed into place, so the lock is never seen without one.
 * @param {string} path
 */
function take(path) {
  const mine = mkdtempSync(`${path}-`)
  writeFileSync(join(mine, String(process.pid)), identify(process.pid))
  try {
    renameSync(mine, path)
    return true
  } catch (error) {
    rmSync(mine, { recursive: true, force: true })
    const { code } = /** @type {NodeJS.ErrnoException} */ (error)
    if (code === 'ENOTEMPTY' || code === 'EEXIST' || code === 'EPERM') return false
    throw error
  }
}

/** @param {string} path */
function runningHolder(path) {
  try {
    const running = readdirSync(path).find((name) => isRunning(readFileSync(join(path, name), 'utf8')))
    return running && `process ${running}`
  } catch {
    return undefined
  }
}

/**
 * Removes a stale lock. One that another start has just taken is put back.
 * @param {string} path
 */
function discard(path) {
  moveAside(path, (moved) => {
    if (runningHolder(moved) !== undefined) renameSync(moved, path)
  })
}

/**
 * Moves the lock aside before it is removed: another start could take a folder that is emptied in its place.
 * @param {string} path
 * @param {(moved: string) => void} look called before it is removed
 */
function moveAside(path, look) {
  const aside = mkdtempSync(`${path}-`)
  const moved = join(aside, 'lock')
  try {
    renameSync(path, moved)
    look(moved)
  } catch {
    // Another start was faster; the next attempt sees its lock.
  }
  rmSync(aside, { recursive: true, force: true })
}
