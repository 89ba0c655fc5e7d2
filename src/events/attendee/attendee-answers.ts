import type { Transaction } from '../../kernel/database/database.ts'
import type { StoredForm } from '../configured.ts'
import { checkAnswers, choicesOf } from '../form/answers.ts'
import type { Answers } from '../form/definition.ts'
import { findPlace, freePlaces } from '../places/place-store.ts'
import { takePlaces } from '../places/taking.ts'
import { problem } from '../problems.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'
import { invalid } from '../refusal.ts'

const EMPTY = { sections: [] }

/** Judges answers by the form version that the registration was made with; hidden fields are dropped. */
export function judgeAnswers(
  stored: StoredForm | undefined,
  { is_guest }: Pick<AttendeeRow, 'is_guest'>,
  answers: Answers,
): Record<string, unknown> {
  const checked = checkAnswers(stored?.form ?? EMPTY, answers, { guest: is_guest === 1 })
  if (checked.errors.length > 0) throw invalid(checked.errors)
  return checked.answers
}

type Moved = { stored: StoredForm | undefined; before: Answers; after: Answers }

/** Moves the places of form choices, all or nothing, and tells whether one became free. The caller holds the event's row. */
export async function moveChoices(
  tx: Transaction,
  { status }: Pick<RegistrationRow, 'status'>,
  { stored, before, after }: Moved,
): Promise<boolean> {
  if (stored === undefined) return false
  const [old, fresh] = [new Set(choicesOf(stored.form, before)), new Set(choicesOf(stored.form, after))]
  const holds = status === 'confirmed' || status === 'offered'
  let freed = false
  for (const id of [...new Set([...old, ...fresh])].sort()) {
    if (old.has(id) === fresh.has(id)) continue
    if (!holds) {
      if (fresh.has(id)) await checkRoom(tx, id)
    } else if (old.has(id)) {
      await freePlaces(tx, { id, seats: 1 })
      freed = true
    } else if (!(await takePlaces(tx, { id, seats: 1 }))) throw problem('capacity-full')
  }
  return freed
}

/** A registration on the waiting list takes no places of choices, and cannot wait for a choice that is full. */
async function checkRoom(tx: Transaction, id: string): Promise<void> {
  const place = await findPlace(tx, id)
  if (place !== undefined && place.capacity !== null && place.taken >= place.capacity)
    throw problem('capacity-full')
}
