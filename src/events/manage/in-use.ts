import type { Transaction } from '../../kernel/database/database.ts'
import { readSettledChange } from '../change-store.ts'
import type { Configuration } from '../configured.ts'
import type { Events } from '../events.ts'
import { findPlace } from '../places/place-store.ts'
import { isAskedSince, listAsking } from './event-change-store.ts'

/** The types and options that registrations without a place ask for. */
export type Asked = {
  readonly ids: ReadonlySet<string>
  /** Registrations that changed at this number or later may not have been seen. */
  readonly change: number
}

/** Read before the transaction that removes something, in slices, so that a long waiting list holds up nobody. */
export async function readAsked({ database }: Events, eventId: string): Promise<Asked> {
  const change = await readSettledChange(database)
  const ids = new Set<string>()
  for await (const rows of listAsking(database, eventId))
    for (const { registration_type_id, options } of rows) {
      if (registration_type_id !== null) ids.add(registration_type_id)
      for (const { optionId } of JSON.parse(options) as { optionId: string }[]) ids.add(optionId)
    }
  return { ids, change }
}

/** Whether a live registration has the type or option. The caller holds the event, so none is added meanwhile. */
export async function isInUse(
  tx: Transaction,
  { event }: Pick<Configuration, 'event'>,
  { id, asked }: { id: string; asked: Asked },
): Promise<boolean> {
  const { taken = 0, waiting = 0 } = (await findPlace(tx, id)) ?? {}
  if (taken > 0 || waiting > 0 || asked.ids.has(id)) return true
  const of = { organisation_id: event.organisation_id, event_id: event.id, change: asked.change }
  return isAskedSince(tx, { ...of, type_id: id, pattern: `%"${id}"%` })
}
