import { connectAll, type LoadResult } from './load/connections.ts'
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

/** What the bench asks of the process that makes the load. */
export type LoadOrder =
  | { kind: 'prepare'; row: string; target: Target }
  | { kind: 'run'; port: number; connections: number; limitMs: number }
  | HeldOrder

export type LoadAnswer =
  | { kind: 'done'; result: LoadResult | HeldResult | undefined }
  | { kind: 'failed'; message: string }

let turn: Turn = () => undefined

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

async function obey(order: LoadOrder): Promise<LoadResult | HeldResult | undefined> {
  switch (order.kind) {
    case 'prepare':
      turn = await findPrepare(order.row)(order.target)
      return undefined
    case 'run':
      return connectAll(order, turn)
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
