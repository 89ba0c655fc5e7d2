import type { consoleServer } from '../base/services.ts'

export type Overview = Extract<Awaited<ReturnType<typeof consoleServer.getOverview>>, { status: 200 }>['body']
export type Figures = Extract<Awaited<ReturnType<typeof consoleServer.getFigures>>, { status: 200 }>['body']
export type FigureName = keyof Overview['today']

/** What is shown of the whole server; an organisation has what can be told to be its own. */
export function shownFigures(whole: boolean): readonly FigureName[] {
  return whole
    ? ['sign-ins', 'sends', 'deliveries', 'registrations', 'check-ins']
    : ['sends', 'registrations', 'check-ins']
}

/** Minutes that this clock is ahead of UTC. */
export function clockOffset(now: Date): number {
  // A zone of another century may be off by seconds; -0 is no number for a query.
  return Math.round(-now.getTimezoneOffset()) + 0
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0)
}
