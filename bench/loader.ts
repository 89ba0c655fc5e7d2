import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { LoadResult } from './load/connections.ts'
import type { HeldOrder, HeldResult } from './load/held.ts'
import type { LoadAnswer, LoadOrder, RunOrder } from './load.ts'
import type { Target } from './scenario.ts'

export type Loader = {
  readonly pid: number
  prepare(row: string, target: Target): Promise<void>
  /** One result of each port. */
  run(order: RunOrder): Promise<LoadResult[]>
  held(order: HeldOrder): Promise<HeldResult | undefined>
  stop(): void
}

/** The load comes from a process of its own: its work is never counted as a server's. */
export function startLoader(programs: string): Loader {
  const child = fork(join(programs, 'load.js'))
  let settle: ((answer: LoadAnswer) => void) | undefined
  child.on('message', (answer: LoadAnswer) => settle?.(answer))
  child.on('exit', () => settle?.({ kind: 'failed', message: 'the process that makes the load has ended' }))
  const order = async (message: LoadOrder): Promise<unknown> => {
    child.send(message)
    const answer = await new Promise<LoadAnswer>((resolve) => {
      settle = resolve
    })
    if (answer.kind === 'failed') throw new Error(answer.message)
    return answer.result
  }
  return {
    pid: child.pid ?? 0,
    async prepare(row, target) {
      await order({ kind: 'prepare', row, target })
    },
    run: async (run) => (await order({ kind: 'run', ...run })) as LoadResult[],
    held: async (held) => (await order(held)) as HeldResult | undefined,
    stop: () => child.disconnect(),
  }
}
