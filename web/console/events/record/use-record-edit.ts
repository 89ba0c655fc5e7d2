import { useState } from 'preact/hooks'
import { Refusal } from '../../../../src/client/client.ts'
import type { RecordFields } from '../../../../src/client/records.ts'
import { problemOf } from '../../../ui/problems/problem.ts'
import { type Conflict, type Members, mergeChanges, mergePatchOf } from '../../../ui/record-form/changes.ts'
import { checkDraft } from '../../../ui/record-form/check.ts'
import type { Draft } from '../../../ui/record-form/draft.ts'
import type { Scope } from '../../../ui/record-form/scope.ts'
import { useSaving } from '../base/saving.ts'
import { type EventFields, fieldsOf, memberName } from './fields.ts'
import type { RecordForm } from './form.ts'

/** The record that was read, undefined if new, and its edited values. */
export type Edit<R, D> = { readonly base: R | undefined; readonly draft: D }

type Held<R, D> = { readonly edit: Edit<R, D>; change(next: (known: Edit<R, D>) => Edit<R, D>): void }

type Calls<R, M> = {
  create?(members: M): Promise<void>
  read(): Promise<R>
  /** Saves the changes if the record still has the version of `base`. */
  write(base: R, patch: Members): Promise<void>
}

type Met<R> = {
  readonly theirs: R
  readonly conflicts: readonly Conflict[]
  readonly taken: readonly string[]
}

/**
 * Edits a record. Changes that somebody else made in the meantime are neither lost nor overwritten unseen: `met` lists
 * what both changed, for the user to decide.
 */
export function useRecordEdit<F extends RecordFields, R extends object, D extends Draft<F>, M extends object>(
  form: RecordForm<F, R, D, M>,
  { edit, change }: Held<R, D>,
  calls: Calls<R, M>,
) {
  const saving = useSaving()
  const [met, setMet] = useState<Met<R>>()
  const onChange = (members: Partial<D>) =>
    change((known) => ({ ...known, draft: { ...known.draft, ...members } }))
  const save = (next: Edit<R, D>) =>
    saving.run(async () => {
      refuseWrong(form.fields, next.draft)
      setMet(await saveEdit(form, next, calls))
    })
  const { draft } = edit
  const scope: Scope<F> = {
    ...{ fields: form.fields, draft, zone: form.zoneOf(draft) },
    errorAt: saving.errorAt,
    onChange: (members) => onChange(members as Partial<D>),
  }
  return {
    ...{ saving, met, draft, scope, onChange },
    field: fieldsOf(scope, form.labels) as EventFields<F>,
    nameOf: (member: string) => memberName(form.labels, member),
    save: () => save(edit),
    /** Takes these members from the other person's version. */
    resolve(names: readonly string[]) {
      if (met === undefined) return
      const theirs: Members = form.draftOf(met.theirs)
      const chosen = Object.fromEntries(names.map((name) => [name, theirs[name]]))
      const next = { base: met.theirs, draft: { ...draft, ...chosen } }
      setMet(undefined)
      change(() => next)
      save(next)
    },
    dismiss: () => setMet(undefined),
  }
}

/** The same in a dialog, which closes after saving. */
export function useDialogEdit<F extends RecordFields, R extends object, D extends Draft<F>, M extends object>(
  form: RecordForm<F, R, D, M>,
  first: Edit<R, D>,
  calls: Calls<R, M>,
) {
  const [edit, setEdit] = useState(first)
  return useRecordEdit(form, { edit, change: setEdit }, calls)
}

/** Returns the conflict if somebody else saved first. */
async function saveEdit<F extends RecordFields, R, D extends Draft<F>, M extends object>(
  form: RecordForm<F, R, D, M>,
  { base, draft }: Edit<R, D>,
  { create, read, write }: Calls<R, M>,
): Promise<Met<R> | undefined> {
  const mine = form.membersOf(draft, base)
  if (base === undefined) {
    await create?.(mine)
    return undefined
  }
  const known = (record: R) => form.membersOf(form.draftOf(record), record) as Members
  try {
    await write(base, mergePatchOf(known(base), mine as Members))
    return undefined
  } catch (error) {
    if (problemOf(error).code !== 'version-changed') throw error
    const theirs = await read()
    return { theirs, ...mergeChanges(known(base), mine as Members, known(theirs)) }
  }
}

/** Validates by the service's own rules before sending. */
export function refuseWrong(fields: RecordFields, draft: object): void {
  const errors = checkDraft(fields, draft as Members)
  if (errors.length > 0) throw new Refusal(422, new Headers(), { code: 'invalid', errors })
}
