import { setTimeout as sleep } from 'node:timers/promises'
import type { Program } from './program.ts'

const LOOK_MS = 250
const IDLE_MS = 20
const LONGEST_MS = 30_000

/** Waits until a program has nothing left to do. */
export async function settle({ cpuMs }: Program): Promise<void> {
  for (let waited = 0; waited < LONGEST_MS; waited += LOOK_MS) {
    const before = cpuMs()
    await sleep(LOOK_MS)
    if (cpuMs() - before <= IDLE_MS) return
  }
}
