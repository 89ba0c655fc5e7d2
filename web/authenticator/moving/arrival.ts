import { issuerAudience } from '../base/services.ts'
import { identities } from '../base/state.ts'
import { guessDeviceName } from '../enrol/device-name.ts'
import { enrol } from '../enrol/enrol.ts'
import { prepareArrival, settleArrivals } from '../identity/base/arrivals.ts'
import { findRecord, putRecord } from '../store/database.ts'
import { introduce } from './introduction.ts'
import { type Departure, type NewKey, writeAnswer } from './links.ts'

const RECORD = 'move-in'

/** The services that this phone has enrolled with, so that a second attempt leaves them out. */
type MoveIn = { readonly id: typeof RECORD; readonly move: string; readonly services: readonly number[] }

type Arrived = {
  /** The link that the old phone scans. */
  readonly answer: string
  /** The services that could not be enrolled with. */
  readonly failed: readonly { readonly app: string; readonly error: unknown }[]
}

/** Creates a key for each identity and enrols with each service. Safe to repeat: nothing is done twice. */
export async function moveIn(departure: Departure): Promise<Arrived> {
  const aud = await issuerAudience()
  const keys: NewKey[] = []
  for (const [at, identity] of departure.identities.entries()) {
    const { key } = await prepareArrival(identity)
    keys.push({ at, ...(await introduce(key, { aud, replaces: identity.id })) })
  }
  const { services, failed } = await enrolAll(departure)
  return { answer: writeAnswer({ id: departure.id, keys, services }), failed }
}

async function enrolAll({ id: move, services }: Departure) {
  const known = await findRecord<MoveIn>('settings', RECORD)
  const done = new Set(known?.move === move ? known.services : [])
  const failed: { app: string; error: unknown }[] = []
  for (const [at, { code, app }] of services.entries()) {
    if (done.has(at)) continue
    try {
      await enrol(code, guessDeviceName(navigator.userAgent))
      done.add(at)
      const moveIn: MoveIn = { id: RECORD, move, services: [...done] }
      await putRecord('settings', moveIn)
    } catch (error) {
      failed.push({ app, error })
    }
  }
  return { services: [...done], failed }
}

/** Whether all identities have been signed over to this phone. */
export async function isMovedIn(departure: Departure): Promise<boolean> {
  const waiting = await settleArrivals()
  return !departure.identities.some(({ id }) => waiting.some(({ from }) => from.id === id))
}

/** Whether the link was opened on the phone that shows it. */
export function isFromHere(departure: Departure): boolean {
  return departure.identities.some(({ id }) => identities.value.some((known) => known.id === id))
}
