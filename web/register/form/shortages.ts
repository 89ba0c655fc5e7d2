import type { RegistrationDraft } from '../../../src/client/registration-page.ts'
import type { EventView, FormView, Places } from '../base/view.ts'
import { groupsFor } from './selection.ts'

/** Something chosen that has fewer places left than the registration needs. */
export type Shortage = {
  readonly id: string
  /** Undefined for the event itself. */
  readonly name: string | undefined
  readonly left: number
  readonly needed: number
}

type Chosen = { event: EventView; form: FormView | undefined; draft: RegistrationDraft; places: Places }

/** What to change after a refusal, as far as the numbers on the page tell: nothing helps if the event itself is full. */
export function findShortages({ event, form, draft, places }: Chosen): Shortage[] {
  if (places.left[''] === 0 && !event.waitlist) return []
  const seats = 1 + draft.guests.length
  const wanted: Omit<Shortage, 'left'>[] = [
    ...ticketsOf(event, draft, seats),
    ...groupsFor(event, form, draft.typeId)
      .flatMap(({ options }) => options)
      .map(({ id, name }) => ({ id, name, needed: draft.options[id] ?? 0 })),
    ...event.sessions
      .filter(({ id, waitlist }) => !waitlist && draft.sessionIds.includes(id))
      .map(({ id, title }) => ({ id, name: title, needed: seats })),
  ]
  return wanted
    .map((one) => ({ ...one, left: places.left[one.id] ?? Number.POSITIVE_INFINITY }))
    .filter(({ left, needed }) => left < needed)
}

/** With a waiting list, neither a full event nor a full type refuses anyone. */
function ticketsOf(event: EventView, { typeId }: RegistrationDraft, needed: number) {
  if (event.waitlist) return []
  const type = event.types.find(({ id }) => id === typeId)
  return [
    { id: '', name: undefined, needed },
    ...(type === undefined ? [] : [{ id: type.id, name: type.name, needed }]),
  ]
}
