import type { Transaction } from '../../kernel/database/database.ts'
import type { StoredForm } from '../configured.ts'
import { checkAnswers } from '../form/answers.ts'
import { choicesOf } from '../form/choices.ts'
import type { Answers } from '../form/definition.ts'
import { findPlace, freePlaces, takePlaces } from '../places/place-store.ts'
import { problem } from '../problems.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'
import { invalid } from '../refusal.ts'

const EMPTY = { sections: [] }

/** Judged by the form that the registration was made with; what it hides is dropped. */
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

/** The places of choices, all or nothing; tells whether one became free. The event's row is held by now. */
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

/** Who only waits takes no place, and waits for none that nobody frees. */
async function checkRoom(tx: Transaction, id: string): Promise<void> {
  const place = await findPlace(tx, id)
  if (place !== undefined && place.capacity !== null && place.taken >= place.capacity)
    throw problem('capacity-full')
}
