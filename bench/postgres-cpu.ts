import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICK_MS = 10

/** proc(5): the state and what follows it; the command before may hold spaces and brackets. */
function readStat(pid: string | number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The process that starts all others of a PostgreSQL. */
function postmasterOf(dataDir: string): string {
  return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n', 1)[0] ?? ''
}

/** What the system says of each process of a PostgreSQL. */
function listStats(postmaster: string): { pid: string; fields: string[] }[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.flatMap((pid) => {
    try {
      const fields = readStat(pid)
      return pid === postmaster || fields[1] === postmaster ? [{ pid, fields }] : []
    } catch {
      // It has ended since the folder was read.
      return []
    }
  })
}

export function listPostgresPids(dataDir: string): number[] {
  return listStats(postmasterOf(dataDir)).map(({ pid }) => Number(pid))
}

/** User and system time of a PostgreSQL and all its processes, those that have ended too. */
export function postgresCpu(dataDir: string): () => number {
  const postmaster = postmasterOf(dataDir)
  const ticksOf = (pid: string, fields: readonly string[]) => {
    const ended = pid === postmaster ? Number(fields[13]) + Number(fields[14]) : 0
    return Number(fields[11]) + Number(fields[12]) + ended
  }
  return () => listStats(postmaster).reduce((sum, { pid, fields }) => sum + ticksOf(pid, fields), 0) * TICK_MS
}
