import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import type { TestContext } from 'vitest'

/** Skips a test that has to find the processes of a server, where that cannot be done. */
export function needsProcesses(context: TestContext): void {
  context.skip(process.platform !== 'linux', 'finding the processes of a server needs /proc')
}

/** The processes that a server has started. */
export function listWorkers(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

/** Waits until there are so many, none of them `gone`. */
export async function waitForWorkers(pid: number, count: number, gone: number): Promise<void> {
  for (;;) {
    const workers = listWorkers(pid)
    if (workers.length === count && !workers.includes(gone)) return
    await delay(10)
  }
}
