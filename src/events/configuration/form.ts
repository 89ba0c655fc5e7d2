import type { Clock } from '../../kernel/base/clock.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import type { Configuration, StoredForm } from '../configured.ts'
import { buildForm } from '../form/build.ts'
import { checkForm } from '../form/checks/check-form.ts'
import { withRemaining } from '../form/choices.ts'
import type { FormInput } from '../form/definition.ts'
import { readPlacesOf } from '../places/place-counts.ts'
import { changeCapacity, findPlace, insertPlace } from '../places/place-store.ts'
import { invalid } from '../refusal.ts'
import { addForm } from './event-store.ts'
import { isOpen } from './opening.ts'

type NewForm = {
  eventId: string
  input: FormInput
  /** All versions of all forms of the event. */
  known?: readonly StoredForm[]
  at?: string
}

/** Saves a new version; existing registrations keep the version that they were made with. */
export async function saveForm(
  tx: Transaction,
  context: Context,
  { eventId, input, known = [], at = '' }: NewForm,
): Promise<StoredForm> {
  const errors = checkForm(input).map((error) => ({ ...error, pointer: at + error.pointer }))
  if (errors.length > 0) throw invalid(errors)
  const typeId = input.registrationTypeId ?? ''
  const previous = known.filter((form) => form.typeId === typeId).sort(byVersion)[0]
  const stored: StoredForm = {
    typeId,
    // Versions are counted over all forms of an event, so the version alone identifies the form of a registration.
    version: Math.max(0, ...known.map(({ version }) => version)) + 1,
    form: buildForm(input, context.ids, previous?.form),
    optionGroupIds: input.optionGroupIds ?? [],
    sessionSelection: { min: input.sessionSelection?.min ?? 0, max: input.sessionSelection?.max ?? null },
  }
  const { form, optionGroupIds, sessionSelection } = stored
  await addForm(tx, {
    event_id: eventId,
    registration_type_id: stored.typeId,
    version: stored.version,
    definition: JSON.stringify({ form, optionGroupIds, sessionSelection }),
    created_at: context.clock.now(),
  })
  for (const choice of listChoices(stored)) await saveChoicePlace(tx, eventId, choice)
  return stored
}

function byVersion(a: StoredForm, b: StoredForm): number {
  return b.version - a.version
}

/** A choice that was in the previous version keeps its taken places. */
async function saveChoicePlace(
  tx: Transaction,
  eventId: string,
  { id, capacity }: { id: string; capacity: number | null },
): Promise<void> {
  if ((await findPlace(tx, id)) === undefined)
    await insertPlace(tx, { id, event_id: eventId, kind: 'choice', capacity })
  else await changeCapacity(tx, id, capacity)
}

function listChoices({ form }: Pick<StoredForm, 'form'>) {
  return form.sections.flatMap(({ fields }) => fields).flatMap(({ choices }) => choices)
}

/** The form version that a registration was made with. */
export function formOfVersion(
  { forms }: Configuration,
  { typeId, version }: { typeId: string | null; version: number | null },
): StoredForm | undefined {
  if (version === null) return undefined
  const of = (wanted: string) => forms.find((form) => form.typeId === wanted && form.version === version)
  return (typeId === null ? undefined : of(typeId)) ?? of('')
}

/** The form that new registrations get. An event without a form asks for names and an address only. */
export async function presentForm(
  service: { readonly database: Reader; readonly clock: Clock },
  configuration: Configuration,
  { typeId, stored }: { typeId: string | null; stored: StoredForm | undefined },
) {
  const ids =
    stored === undefined
      ? []
      : listChoices(stored).flatMap(({ id, capacity }) => (capacity === null ? [] : [id]))
  const places = await readPlacesOf(service.database, ids)
  const left = new Map([...places].map(([id, { remaining }]) => [id, remaining ?? 0]))
  const type = typeId === null ? undefined : configuration.types.get(typeId)
  return {
    eventId: configuration.event.id,
    registrationTypeId: typeId,
    version: stored?.version ?? 0,
    open: isOpen(configuration.event, type, service.clock.now()),
    sections: withRemaining(stored?.form ?? { sections: [] }, left).sections,
    optionGroupIds: (stored?.optionGroupIds ?? []).filter((id) => configuration.groups.has(id)),
    sessionSelection: stored?.sessionSelection ?? { min: 0, max: null },
  }
}
