import type { Turn } from './load/exchange.ts'

/** A program under load, as the process that makes the load knows it. */
export type Target = {
  readonly program: 'lanyard' | 'ceiling' | PeerName
  readonly port: number
  /** Who is there from the start: see `Seed`. */
  readonly seedFile: string
  /** How many turns there will be, the first one to warm up, and how long each lasts. */
  readonly turns: number
  readonly turnMs: number
}

export type PeerName = 'oidc-provider' | 'better-auth' | 'parse-server'

/** Makes a turn ready in the process that makes the load. Nothing of it is measured. */
export type Prepare = (target: Target) => Promise<Turn>

/** One row of the report. */
export type Scenario = {
  /** What `--only` takes. */
  readonly name: string
  readonly title: string
  /** The most that an exchange may cost, in CPU time of the ceiling. */
  readonly target?: number
  /** The servers commit each write by itself. */
  readonly single?: true
  /** Work goes on after the last answer, and is counted too. */
  readonly hasTail?: true
  /** An answer holds that many rows: how many a second is told too. */
  readonly rowsEach?: number
  /** It opens registration pages: their events are made, and the ceiling has what Lanyard answers. */
  readonly opensPages?: true
  readonly prepare: Prepare
  /** Others that do a like thing; measured in the same rounds. */
  readonly peers?: readonly PeerScenario[]
}

export type PeerScenario = { readonly peer: PeerName; readonly title: string; readonly prepare: Prepare }
