import { Fault } from '../../kernel/base/fault.ts'
import type { Handlers, Principal } from '../../kernel/contract/operation.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { DAY_MS, type FigureName, type FigureSpan, readFigures } from '../../platform/figures/figures.ts'
import { countFailedTasks } from '../../platform/tasks/store.ts'
import type { Console } from '../base/console.ts'
import { reachOf } from '../task/answer.ts'
import type { figureRows } from './rows.ts'

const MINUTE_MS = 60_000
const spans: Readonly<Record<'day' | 'month' | 'year', Omit<FigureSpan, 'offsetMs'>>> = {
  day: { step: 'hour', steps: 24 },
  month: { step: 'day', steps: 30 },
  year: { step: 'day', steps: 365 },
}

export function figureRoutes(console: Console): Handlers<typeof figureRows> {
  const { database, clock } = console
  return {
    async getFigures({ principal, query: { span, offset = 0, whole = false } }) {
      const { step, steps } = spans[span]
      const read = await readFigures(database, {
        organisationId: organisationOf(principal, whole),
        now: clock.now(),
        span: { step, steps, offsetMs: offset * MINUTE_MS },
      })
      return { status: 200, body: { step, times: read.times.map(formatTime), series: read.series } }
    },
    async getOverview({ principal, query: { offset = 0, whole = false } }) {
      const organisationId = organisationOf(principal, whole)
      const now = clock.now()
      const place = { organisationId, now, offsetMs: offset * MINUTE_MS }
      const today = await readLast(console, 'day', place)
      const thisHour = await readLast(console, 'hour', place)
      const waiting = await console.server.attention(organisationId)
      const reach = { ...reachOf(principal), organisationId }
      const failedTasks = await countFailedTasks(database, reach, now - DAY_MS)
      const failedDeliveries = today['failed-deliveries']
      return {
        status: 200,
        body: {
          today,
          thisHour,
          attention: {
            ...waiting,
            pendingEvents: [...waiting.pendingEvents],
            failedTasks,
            failedDeliveries,
          },
        },
      }
    },
  }
}

/** Undefined means the whole server. */
function organisationOf({ organisationId, operator }: Principal, whole: boolean): string | undefined {
  if (!whole) return organisationId === '' ? undefined : organisationId
  if (operator?.everywhere === true) return undefined
  throw new Fault('forbidden', { detail: 'this is for operators who are bound to no organisation' })
}

type Place = { organisationId: string | undefined; now: number; offsetMs: number }

/** The figures of the hour or the day that is not over yet. */
async function readLast(
  { database }: Console,
  step: 'hour' | 'day',
  { organisationId, now, offsetMs }: Place,
): Promise<Record<FigureName, number>> {
  const { series } = await readFigures(database, { organisationId, now, span: { step, steps: 1, offsetMs } })
  const entries = Object.entries(series).map(([name, values]) => [name, values.at(-1) ?? 0])
  return Object.fromEntries(entries) as Record<FigureName, number>
}
