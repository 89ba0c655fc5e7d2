import type { Answered, consoleServer } from '../base/services.ts'

export type Overview = Answered<typeof consoleServer.getOverview>
export type Figures = Answered<typeof consoleServer.getFigures>
export type FigureName = keyof Overview['today']

/** The figures of the whole server, or those that can be attributed to an organisation. */
export function shownFigures(whole: boolean): readonly FigureName[] {
  return whole
    ? ['sign-ins', 'sends', 'deliveries', 'registrations', 'check-ins']
    : ['sends', 'registrations', 'check-ins']
}

/** Minutes that the browser's clock is ahead of UTC. */
export function clockOffset(now: Date): number {
  // Historic zones may have seconds in their offset; adding 0 turns -0 into 0.
  return Math.round(-now.getTimezoneOffset()) + 0
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
