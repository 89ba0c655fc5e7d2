import { registration } from '../../base/services.ts'
import { matchOf } from '../base/event.ts'
import { draftOf, inputOf } from './draft.ts'
import { readForm } from './form-parts.ts'

const AT_ONCE = 20

/** The form for everyone, and the forms of types that have their own. */
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

/** The groups that no form shows. A form without a list of groups shows all. */
export async function findHidden(
  eventId: string,
  { groups, typeIds }: { groups: readonly { id: string }[]; typeIds: readonly string[] },
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  if (groups.length === 0) return new Set()
  const forms = await readForms(eventId, typeIds, signal)
  const isShown = (id: string) =>
    forms.some(({ form: { optionGroupIds } }) => optionGroupIds.length === 0 || optionGroupIds.includes(id))
  return new Set(groups.flatMap(({ id }) => (isShown(id) ? [] : [id])))
}

/** Adds a group to every form that lists its groups. */
export async function offerGroup(
  eventId: string,
  typeIds: readonly string[],
  groupId: string,
): Promise<void> {
  for (const { typeId, form } of await readForms(eventId, typeIds)) {
    if (form.optionGroupIds.length === 0 || form.optionGroupIds.includes(groupId)) continue
    const draft = draftOf({ ...form, optionGroupIds: [...form.optionGroupIds, groupId] })
    const body = inputOf(draft, typeId === '' ? null : typeId)
    await registration.saveRegistrationForm({ params: { eventId }, headers: matchOf(form), body })
  }
}
