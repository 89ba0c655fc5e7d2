import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { release } from './cores.ts'
import { countDescriptors } from './descriptors.ts'
import type { Loader } from './loader.ts'
import type { Options } from './options.ts'
import type { Program } from './program.ts'
import { startCeiling, startLanyard } from './programs.ts'
import { settle } from './settle.ts'

/** Bytes a poll, and how long an approval takes to reach its poll. */
export type HeldSample = { rss: number; heap: number; p50Ms: number; p99Ms: number }
export type HeldMeasured = {
  polls: number
  /** Why they are fewer than were asked for. */
  fewer: string | undefined
  lanyard: HeldSample
  ceiling: HeldSample
}

type Memory = { rss: number; heap: number }

const WAKES = 1_000

export async function measureHeldPolls(
  options: Options,
  loader: Loader,
  folder: string,
): Promise<HeldMeasured> {
  // Time is measured here, not CPU time: a server on one core would wait for its own garbage collection.
  release(loader.pid)
  const room = countDescriptors()
  const polls = Math.min(options.heldPolls, room)
  const measure = async (name: 'lanyard' | 'ceiling'): Promise<HeldSample> => {
    const place = { folder: join(folder, `held-${name}`), programs: options.programs }
    const memory = pathToFileURL(join(options.programs, 'memory.js')).href
    const flags = ['--expose-gc', `--import=${memory}`]
    const program = await (name === 'lanyard' ? startLanyard : startCeiling)(place, { flags })
    try {
      return await hold(loader, program, polls)
    } finally {
      await program.stop()
    }
  }
  return {
    polls,
    fewer:
      polls < options.heldPolls
        ? `a process may not have more open files here, and prlimit may not raise that`
        : undefined,
    ceiling: await measure('ceiling'),
    lanyard: await measure('lanyard'),
  }
}

async function hold(loader: Loader, program: Program, polls: number): Promise<HeldSample> {
  // The first polls fill caches and pools that stay.
  for (const count of [Math.ceil(polls / 20), polls]) {
    await loader.held({ kind: 'open', port: program.port, count })
    if (count === polls) break
    await loader.held({ kind: 'hold' })
    await loader.held({ kind: 'leave' })
  }
  await settle(program)
  const before = await readMemory(program)
  await loader.held({ kind: 'hold' })
  await settle(program)
  const during = await readMemory(program)
  const wake = await loader.held({ kind: 'wake', count: Math.min(WAKES, Math.ceil(polls / 10)) })
  await loader.held({ kind: 'leave' })
  const each = (member: keyof Memory) => (during[member] - before[member]) / polls
  return {
    rss: each('rss'),
    heap: each('heap'),
    p50Ms: wake?.p50Ms ?? Number.NaN,
    p99Ms: wake?.p99Ms ?? Number.NaN,
  }
}

async function readMemory({ folder, pid }: Program): Promise<Memory> {
  const file = join(folder, 'memory.json')
  rmSync(file, { force: true })
  process.kill(pid, 'SIGUSR2')
  for (
    let tries = 0;
    tries < 200 && !(existsSync(file) && readFileSync(file, 'utf8').endsWith('}'));
    tries += 1
  )
    await sleep(50)
  return JSON.parse(readFileSync(file, 'utf8')) as Memory
}
