import { registration } from '../../services.ts'
import { matchOf } from '../event.ts'
import { draftOf, inputOf } from './draft.ts'
import { readForm } from './form-parts.ts'

const AT_ONCE = 20

/** The form for everyone, and those of types that have their own. */
async function readForms(eventId: string, typeIds: readonly string[], signal?: AbortSignal) {
  const common = await readForm(eventId, '', signal)
  const forms = [{ typeId: '', form: common }]
  for (let at = 0; at < typeIds.length; at += AT_ONCE) {
    const some = typeIds.slice(at, at + AT_ONCE)
    const read = await Promise.all(some.map((typeId) => readForm(eventId, typeId, signal)))
    for (const [index, form] of read.entries())
      if (form.version !== common.version) forms.push({ typeId: some[index] ?? '', form })
  }
  return forms
}

/** The groups that attendees are shown: those that a form names. */
export async function readOffered(
  eventId: string,
  typeIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const forms = await readForms(eventId, typeIds, signal)
  return new Set(forms.flatMap(({ form }) => form.optionGroupIds))
}

/** Adds a group to the end of every form. */
export async function offerGroup(
  eventId: string,
  typeIds: readonly string[],
  groupId: string,
): Promise<void> {
  for (const { typeId, form } of await readForms(eventId, typeIds)) {
    if (form.optionGroupIds.includes(groupId)) continue
    const draft = draftOf({ ...form, optionGroupIds: [...form.optionGroupIds, groupId] })
    const body = inputOf(draft, typeId === '' ? null : typeId)
    await registration.saveRegistrationForm({ params: { eventId }, headers: matchOf(form), body })
  }
}
