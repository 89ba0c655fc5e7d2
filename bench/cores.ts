import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const PROBE_MS = 20
/** More are not compared: that would take longer than what is measured. */
const MOST_COMPARED = 4

/**
 * Puts the programs that are compared on one core, and the load on the others. On a machine that others use too, one
 * core can be twice as slow as another for a while: the fastest one of the moment is taken. Does nothing where there is
 * only one core, or no taskset.
 */
export function separate(programs: readonly number[], load: number): void {
  const all = listCores()
  const core = all.length < 2 ? undefined : findFastest(all)
  if (core === undefined) return
  for (const pid of programs) move(pid, [core])
  move(
    load,
    all.filter((other) => other !== core),
  )
}

/** Lets a process use all cores again. */
export function release(pid: number): void {
  move(pid, listCores())
}

function findFastest(all: readonly number[]): number | undefined {
  let fastest: { core: number; rate: number } | undefined
  for (const core of all.slice(0, MOST_COMPARED)) {
    if (!move(process.pid, [core])) return undefined
    const rate = probe()
    if (rate > (fastest?.rate ?? 0)) fastest = { core, rate }
  }
  release(process.pid)
  return fastest?.core
}

/** How often something of fixed cost is done in a millisecond of CPU time. */
function probe(): number {
  const before = process.cpuUsage()
  const deadline = performance.now() + PROBE_MS
  let times = 0
  while (performance.now() < deadline) {
    JSON.parse(JSON.stringify(Array.from({ length: 100 }, (_, index) => `${index}`)))
    times += 1
  }
  const { user, system } = process.cpuUsage(before)
  return (times * 1000) / (user + system)
}

let cores: readonly number[] | undefined

/** Those that this process was given at its start. */
function listCores(): readonly number[] {
  const [, list = ''] = /^Cpus_allowed_list:\s*(.+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  cores ??= list.split(',').flatMap(listRange)
  return cores
}

/** `0-3` or `5`. */
function listRange(range: string): number[] {
  const [first = Number.NaN, last = first] = range.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}

/** All threads of a process. Returns false if that cannot be done here. */
function move(pid: number, to: readonly number[]): boolean {
  return spawnSync('taskset', ['-apc', to.join(','), String(pid)]).status === 0
}
