import type { Transaction } from '../kernel/database/database.ts'
import { readNextChange } from './change-store.ts'
import type { Events } from './events.ts'
import type { Tracked } from './records/tables.ts'

/** The time and change number of a transaction, the same for every record that it writes. */
export type Moment = { readonly now: number; readonly change: number }

export async function startMoment(tx: Transaction, { clock }: Pick<Events, 'clock'>): Promise<Moment> {
  return { now: clock.now(), change: await readNextChange(tx) }
}

/** The columns that record the transaction which wrote a record. */
export function at({ now, change }: Moment) {
  return { change, updated_at: now }
}

export function nextVersion({ version }: Pick<Tracked, 'version'>, moment: Moment) {
  return { version: version + 1, ...at(moment) }
}

export function newRecord({ now, change }: Moment, id: string, organisationId: string): Tracked {
  return {
    id,
    organisation_id: organisationId,
    version: 1,
    change,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  }
}
