import type { ComponentChildren, VNode } from 'preact'
import type { RecordField, RecordFields } from '../../../src/client/records.ts'
import type { Choice, InputProps, TextInputProps } from '../inputs/inputs.tsx'
import type { Values } from './draft.ts'
import { PlainField } from './plain-field.tsx'
import type { Scope } from './scope.ts'

/** The text keys of members, if they differ from the member's name. A member without a text does not compile. */
export type Labels<F extends RecordFields, Key extends string> = {
  readonly [K in Exclude<keyof F & string, Key>]: Key
} & { readonly [K in keyof F]?: Key }

/** The members that use a single plain input. */
type PlainName<F extends RecordFields> = {
  [K in keyof F & string]: [NonNullable<Values<F>[K]>] extends [string | number | boolean] ? K : never
}[keyof F & string]

type Pascal<T extends string> = T extends ''
  ? 'None'
  : T extends `${infer Head}-${infer Rest}`
    ? `${Capitalize<Head>}${Pascal<Rest>}`
    : Capitalize<T>

type ChoiceOf<V> = [NonNullable<V>] extends [string]
  ? string extends NonNullable<V>
    ? never
    : NonNullable<V> | (null extends V ? '' : never)
  : never

/** The text key of a choice is its member and value (`formatInPerson`); otherwise the keys are listed in order. */
type ChoiceTexts<Name extends string, C extends string, Key extends string> = [C] extends [never]
  ? unknown
  : `${Name}${Pascal<C>}` extends Key
    ? { choices?: Readonly<Record<C, Key>> }
    : { choices: Readonly<Record<C, Key>> }

type FieldOptions = Pick<TextInputProps, 'type' | 'list' | 'maxLength' | 'required'> & {
  help?: ComponentChildren
}

type OptionsOf<F extends RecordFields, K extends keyof F & string, Key extends string> = FieldOptions &
  ChoiceTexts<K, ChoiceOf<Values<F>[K]>, Key>

type Arguments<Options> = object extends Options ? [options?: Options] : [options: Options]

/** Creates the field of a member with its label, limits and error. A member without a text does not compile. */
export type FieldMaker<
  F extends RecordFields,
  Key extends string,
  Named extends string = keyof F & string,
> = <K extends PlainName<F> & Named>(name: K, ...rest: Arguments<OptionsOf<F, K, Key>>) => VNode

type Moment = (props: InputProps<string> & { zone: string }) => VNode
type Words<Key extends string> = { readonly text: (key: Key) => string; readonly Moment: Moment }

/** `Moment` is the input for times, which warns about special ones. */
export function createFieldMaker<Key extends string>({ text, Moment }: Words<Key>) {
  return <F extends RecordFields, const L extends { readonly [K in keyof F]?: Key }>(
    scope: Scope<F>,
    labels: L,
  ): FieldMaker<F, Key, (keyof F & Key) | (keyof L & string)> =>
    (name, ...[options = {}]) => {
      const { choices: named, ...rest } = options as FieldOptions & { choices?: Record<string, Key> }
      const field = scope.fields[name] as RecordField
      const label = text(labelKey<Key>(labels, name))
      const onChange = (value: unknown) => scope.onChange({ [name]: value } as never)
      const shared = { label, error: scope.errorAt(`/${name}`), onChange, required: field.required, ...rest }
      const value = scope.draft[name] as string | boolean
      if (field.kind === 'time') return <Moment {...shared} zone={scope.zone} value={String(value)} />
      const choices = field.kind === 'choice' ? choicesOf(name, field, { text, named }) : undefined
      return <PlainField {...shared} field={field} value={value} choices={choices} />
    }
}

/** The text key of a member's label. */
export function labelKey<Key extends string>(labels: object, name: string): Key {
  return ((labels as Readonly<Record<string, Key | undefined>>)[name] ?? name) as Key
}

type ChoiceWords<Key extends string> = {
  text: (key: Key) => string
  named: Readonly<Record<string, Key>> | undefined
}

function choicesOf<Key extends string>(
  name: string,
  { choices = [], nullable }: RecordField,
  { text, named }: ChoiceWords<Key>,
): Choice<string>[] {
  const values = named === undefined ? [...(nullable ? [''] : []), ...choices] : Object.keys(named)
  return values.map((value) => ({ value, label: text(named?.[value] ?? choiceKey<Key>(name, value)) }))
}

function choiceKey<Key extends string>(name: string, value: string): Key {
  const words = (value === '' ? 'none' : value).split('-')
  return [name, ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('') as Key
}
