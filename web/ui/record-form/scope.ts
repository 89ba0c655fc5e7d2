import type { RecordField, RecordFields } from '../../../src/client/records.ts'
import { type Draft, draftOf, type Keyed, type Values } from './draft.ts'

/** The part of a form that fields belong to: the record itself, an object in it, or an item of a list. */
export type Scope<F extends RecordFields> = {
  readonly fields: F
  readonly draft: Draft<F>
  /** The zone of its times. */
  readonly zone: string
  /** The error message of a member (`/venue/name`). */
  readonly errorAt: (pointer: string) => string | undefined
  readonly onChange: (members: Partial<Draft<F>>) => void
}

type FieldsIn<V> = { readonly [K in keyof V]-?: RecordField<V[K]> }
type ObjectIn<F extends RecordFields, K extends keyof F> = FieldsIn<NonNullable<Values<F>[K]>>
type ItemOf<F extends RecordFields, K extends keyof F> = Values<F>[K] extends readonly (infer Item)[]
  ? FieldsIn<Item>
  : never

/** The scope of an object's members. */
export function scopeIn<F extends RecordFields, K extends keyof F & string>(
  scope: Scope<F>,
  name: K,
): Scope<ObjectIn<F, K>> {
  const draft = scope.draft[name] as Draft<ObjectIn<F, K>>
  return {
    fields: innerFields(scope.fields[name]),
    draft,
    zone: scope.zone,
    errorAt: (pointer) => scope.errorAt(`/${name}${pointer}`),
    onChange: (members) => change(scope, name, { ...draft, ...members }),
  }
}

type Item<F extends RecordFields> = {
  readonly key: string
  readonly scope: Scope<F>
  remove(): void
}

let made = 0

/** The items of a list, each with its own scope, and how to add one. */
export function itemsIn<F extends RecordFields, K extends keyof F & string>(scope: Scope<F>, name: K) {
  type Inner = ItemOf<F, K>
  const drafts = scope.draft[name] as readonly (Keyed & Draft<Inner>)[]
  const fields = innerFields<Inner>(scope.fields[name])
  const itemOf = (draft: Keyed & Draft<Inner>, at: number): Item<Inner> => ({
    key: draft.key,
    scope: {
      fields,
      draft,
      zone: scope.zone,
      errorAt: (pointer) => scope.errorAt(`/${name}/${at}${pointer}`),
      onChange: (members) =>
        change(
          scope,
          name,
          drafts.map((one) => (one === draft ? { ...one, ...members } : one)),
        ),
    },
    remove: () =>
      change(
        scope,
        name,
        drafts.filter((one) => one !== draft),
      ),
  })
  return {
    items: drafts.map(itemOf),
    add: () => change(scope, name, [...drafts, newItem(fields, scope.zone)]),
  }
}

/** Keys are never reused: a removed item's input is not passed on to the next item. */
export function newItem<F extends RecordFields>(fields: F, zone: string): Keyed & Draft<F> {
  made += 1
  return { ...draftOf(fields, {}, zone), key: `new${made}` }
}

function innerFields<Inner extends RecordFields>(field: RecordField | undefined): Inner {
  return (field?.fields ?? {}) as Inner
}

function change<F extends RecordFields>({ onChange }: Scope<F>, name: keyof F, entry: unknown): void {
  onChange({ [name]: entry } as Partial<Draft<F>>)
}
