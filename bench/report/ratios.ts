import type { Sample } from '../pass.ts'
import { median } from '../statistics.ts'

export type Figure = Exclude<keyof Sample, 'members'>

/** The most memory that a held poll may cost, in memory of the ceiling. */
export const HELD_TARGET = 2

/** One a round. */
export function ratios(over: readonly Sample[], under: readonly Sample[], member: Figure): number[] {
  return over.map((sample, round) => sample[member] / (under[round]?.[member] ?? Number.NaN))
}

/**
 * How many times as many registrations sharing a commit has to bring. Sharing saves syncs, so there is no target on a
 * disk where a sync takes less than a millisecond.
 */
export function groupTarget(syncMs: readonly number[]): number | undefined {
  return median(syncMs) < 1 ? undefined : 5
}

type Row = {
  scenario: { readonly name: string; readonly single?: true }
  lanyard: readonly Sample[]
  ceiling: readonly Sample[]
}

/** How many times as many keys are registered when writes share a commit; undefined where that was not measured. */
export function gainsOf(rows: readonly Row[], program: 'lanyard' | 'ceiling'): number[] | undefined {
  const grouped = rows.find(({ scenario }) => scenario.name === 'register')
  const single = rows.find(({ scenario }) => scenario.single)
  if (grouped === undefined || single === undefined) return undefined
  return ratios(grouped[program], single[program], 'perSecond')
}
