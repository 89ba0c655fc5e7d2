import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const TICK_MS = 10

/** proc(5): the state and what follows it; the command before may hold spaces and brackets. */
function readStat(pid: string | number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** The process that starts all others of a PostgreSQL. */
export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10)
}

/** User and system time of a PostgreSQL and all its processes, those that have ended too. */
export function postgresCpu(dataDir: string): () => number {
  const postmaster = String(postmasterOf(dataDir))
  const ticksOf = (pid: string) => {
    try {
      const fields = readStat(pid)
      if (pid !== postmaster && fields[1] !== postmaster) return 0
      const ended = pid === postmaster ? Number(fields[13]) + Number(fields[14]) : 0
      return Number(fields[11]) + Number(fields[12]) + ended
    } catch {
      // It has ended since the folder was read.
      return 0
    }
  }
  return () => {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    return pids.reduce((sum, pid) => sum + ticksOf(pid), 0) * TICK_MS
  }
}
