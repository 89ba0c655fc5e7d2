import type { Context } from '../../kernel/context.ts'
import type { Reader } from '../../kernel/database/database.ts'
import { addFigure, sumFigures } from './store.ts'

const figureNames = [
  'sign-ins',
  'sends',
  'deliveries',
  'failed-deliveries',
  'registrations',
  'check-ins',
] as const
export type FigureName = (typeof figureNames)[number]

/** Counts something after it has happened, which means after the commit. */
export type CountFigure = (name: FigureName, organisationId: string | undefined, by?: number) => void

type Figures = {
  readonly count: CountFigure
  start(): void
  /** Stores what was counted since the last flush. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
const FLUSH_MS = 3_000

/** Counts in memory and stores every few seconds, so that no request waits for a statistic. */
export function createFigures(context: Pick<Context, 'database' | 'clock' | 'log'>): Figures {
  let counted = new Map<string, number>()
  let flushing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  const count: CountFigure = (name, organisationId = '', by = 1) => {
    const hour = Math.floor(context.clock.now() / HOUR_MS)
    const key = `${name}|${organisationId}|${hour}`
    counted.set(key, (counted.get(key) ?? 0) + by)
  }
  const add = async () => {
    if (counted.size === 0) return
    const taken = counted
    counted = new Map()
    try {
      await addAll(context, taken)
    } catch (error) {
      for (const [key, amount] of taken) counted.set(key, (counted.get(key) ?? 0) + amount)
      throw error
    }
  }
  const flush = () => {
    flushing = flushing.catch(() => {}).then(add)
    return flushing
  }
  const flushOrLog = () =>
    flush().catch((error: unknown) => context.log.warn('figures could not be stored', { error }))
  return {
    count,
    flush,
    start() {
      timer ??= setInterval(flushOrLog, FLUSH_MS).unref()
    },
    async stop() {
      clearInterval(timer)
      await flushOrLog()
    },
  }
}

/** Stores the counts in a fixed order, so that two processes cannot deadlock. */
async function addAll({ database }: Pick<Context, 'database'>, counted: Map<string, number>): Promise<void> {
  await database.write(async (tx) => {
    for (const key of [...counted.keys()].sort()) {
      const [name = '', organisation_id = '', hour = '0'] = key.split('|')
      const amount = counted.get(key) ?? 0
      await addFigure(tx, { name, organisation_id, hour: Number(hour) * HOUR_MS, amount })
    }
  })
}

export type FigureSpan = { step: 'hour' | 'day'; steps: number; offsetMs: number }

/** The last steps, the current one at the end; `times` are when each begins. */
export async function readFigures(
  db: Reader,
  { organisationId, now, span }: { organisationId: string | undefined; now: number; span: FigureSpan },
): Promise<{ times: number[]; series: Record<FigureName, number[]> }> {
  const stepMs = span.step === 'hour' ? HOUR_MS : DAY_MS
  const offsetMs = span.step === 'hour' ? 0 : span.offsetMs
  const last = Math.floor((now + offsetMs) / stepMs)
  const first = last - span.steps + 1
  const from = first * stepMs - offsetMs
  const rows = await sumFigures(db, { organisationId, from, stepMs, offsetMs })
  const times = Array.from({ length: span.steps }, (_, index) => (first + index) * stepMs - offsetMs)
  const series = Object.fromEntries(figureNames.map((name) => [name, times.map(() => 0)]))
  for (const { name, step, amount } of rows) {
    const values = series[name]
    const index = step - first
    if (values !== undefined && index >= 0 && index < span.steps) values[index] = amount
  }
  return { times, series: series as Record<FigureName, number[]> }
}
