import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { median } from './statistics.ts'

/** Prints how long appending a page and syncing it takes, in milliseconds. */
const PAGE = Buffer.alloc(4_096)
const fd = openSync(process.argv[2] ?? 'sync-probe', 'w', 0o600)
const times = Array.from({ length: 60 }, () => {
  const startedAt = performance.now()
  writeSync(fd, PAGE)
  fsyncSync(fd)
  return performance.now() - startedAt
})
closeSync(fd)
process.stdout.write(String(median(times)))
