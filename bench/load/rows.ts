import type { Prepare } from '../scenario.ts'
import { scenarios } from '../scenarios.ts'

/** A row is named by its scenario, or by a scenario and a peer beside it. */
export function rowName(scenario: string, peer?: string): string {
  return peer === undefined ? scenario : `${scenario} ${peer}`
}

export function findPrepare(row: string): Prepare {
  const found = scenarios
    .flatMap(({ name, prepare, peers = [] }) => [
      { row: rowName(name), prepare },
      ...peers.map((beside) => ({ row: rowName(name, beside.peer), prepare: beside.prepare })),
    ])
    .find((known) => known.row === row)
  if (found === undefined) throw new Error(`there is no scenario ${row}`)
  return found.prepare
}
