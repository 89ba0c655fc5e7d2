import { accessSync, constants, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY_FOLDER = '/dev/shm'
const GIGABYTE = 2 ** 30
/** A whole run holds less than a quarter of this at any time. */
const ROOM_NEEDED = 4 * GIGABYTE

/**
 * Where a run of tests creates its folder of databases. In memory a run takes a fifth less time, and a slow disk doesn't matter. Killing a
 * process is the same there as on a disk; suites about disks make their own folders.
 */
export const runStorage = hasRoomInMemory() ? MEMORY_FOLDER : tmpdir()

/** Containers often have 64 MB of it. */
function hasRoomInMemory(): boolean {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER)
    return (
      bavail * bsize >= ROOM_NEEDED &&
      Math.min(freemem(), process.constrainedMemory() || Infinity) >= 2 * ROOM_NEEDED
    )
  } catch {
    return false
  }
}
