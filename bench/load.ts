import { connectInTurn, type LoadResult } from './load/connections.ts'
import type { Turn } from './load/exchange.ts'
import {
  type HeldOrder,
  type HeldResult,
  holdPolls,
  leavePolls,
  openHeldJobs,
  wakePolls,
} from './load/held.ts'
import { findPrepare } from './load/rows.ts'
import type { Target } from './scenario.ts'

/** The programs that were prepared, by their ports. */
export type RunOrder = { ports: readonly number[]; connections: number; limitMs: number }

/** What the bench asks of the process that makes the load. */
export type LoadOrder =
  | { kind: 'prepare'; row: string; target: Target }
  | ({ kind: 'run' } & RunOrder)
  | HeldOrder

export type LoadAnswer =
  | { kind: 'done'; result: LoadResult[] | HeldResult | undefined }
  | { kind: 'failed'; message: string }

const turns = new Map<number, Turn>()

process.once('disconnect', () => process.exit())
process.on('message', async (order: LoadOrder) => {
  const answer = await obey(order).then(
    (result): LoadAnswer => ({ kind: 'done', result }),
    (error: unknown): LoadAnswer => ({
      kind: 'failed',
      message: error instanceof Error ? error.message : String(error),
    }),
  )
  process.send?.(answer)
})

async function obey(order: LoadOrder): Promise<LoadResult[] | HeldResult | undefined> {
  switch (order.kind) {
    case 'prepare':
      turns.set(order.target.port, await findPrepare(order.row)(order.target))
      return undefined
    case 'run':
      return run(order)
    case 'open':
      return openHeldJobs(order)
    case 'hold':
      return holdPolls()
    case 'wake':
      return wakePolls(order)
    case 'leave':
      return leavePolls()
  }
}

function run({ ports, connections, limitMs }: RunOrder): Promise<LoadResult[]> {
  const loads = ports.map((port) => ({ port, connections, turn: turns.get(port) ?? (() => undefined) }))
  return connectInTurn(loads, limitMs)
}
