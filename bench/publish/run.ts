import type { Options } from '../options.ts'
import type { Sample } from '../pass.ts'
import type { Measured } from '../report.ts'
import type { PeerScenario, Scenario } from '../scenario.ts'

/** One row of a run. A run that was read from a file has no functions, so none are asked for here. */
export type Row = {
  readonly scenario: Pick<Scenario, 'name' | 'title' | 'target' | 'single'>
  readonly lanyard: readonly Sample[]
  readonly ceiling: readonly Sample[]
  readonly peers: readonly {
    readonly beside: Pick<PeerScenario, 'peer' | 'title'>
    readonly samples: readonly Sample[]
  }[]
}

export type Disk = { readonly syncMs: readonly number[]; readonly samples: readonly Row[] }

/** What the page and the chart are written from. */
export type PublishedRun = Omit<Measured, 'here' | 'slow'> & {
  options: Pick<Options, 'roundMs' | 'connections' | 'syncMs'>
  here: Disk | undefined
  slow: Disk | undefined
}
