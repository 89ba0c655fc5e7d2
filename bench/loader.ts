import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { LoadResult } from './load/connections.ts'
import type { LoadAnswer, LoadOrder, RunOrder } from './load.ts'
import { ISSUER_URL } from './program.ts'

export type Loader = {
  sign(count: number, options: { asKeys: boolean }): Promise<void>
  run(order: Omit<RunOrder, 'kind'>): Promise<LoadResult>
  stop(): void
}

/** The load comes from a process of its own: its work is never counted as a server's. */
export function startLoader(programs: string): Loader {
  const child = fork(join(programs, 'load.js'))
  let settle: ((answer: LoadAnswer) => void) | undefined
  child.on('message', (answer: LoadAnswer) => settle?.(answer))
  child.on('exit', () => settle?.({ kind: 'failed', message: 'the process that makes the load has ended' }))
  const order = async (message: LoadOrder): Promise<LoadResult | undefined> => {
    child.send(message)
    const answer = await new Promise<LoadAnswer>((resolve) => {
      settle = resolve
    })
    if (answer.kind === 'failed') throw new Error(answer.message)
    return answer.result
  }
  return {
    async sign(count, { asKeys }) {
      await order({ kind: 'sign', count, asKeys, audience: ISSUER_URL })
    },
    async run(plan) {
      const result = await order({ kind: 'run', ...plan })
      if (result === undefined) throw new Error('a run has a result')
      return result
    },
    stop: () => child.disconnect(),
  }
}
