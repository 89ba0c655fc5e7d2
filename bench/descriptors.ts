import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Descriptors of a process that are no polls: files, libraries, the connections that make the jobs. */
const SPARE = 300

/** How many connections a process may have: Node raises its soft limit of open files to the hard one at its start. */
export function countDescriptors(): number {
  const limit = /^Max open files\s+\d+\s+(\d+|unlimited)/m.exec(
    readFileSync('/proc/self/limits', 'utf8'),
  )?.[1]
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit) - SPARE
}

/** For the processes that are started from here on; without the right to do so, nothing changes. */
export function raiseDescriptorLimit(wanted: number): void {
  if (countDescriptors() >= wanted) return
  const limit = wanted + SPARE
  spawnSync('prlimit', [`--pid=${process.pid}`, `--nofile=${limit}:${limit}`])
}
