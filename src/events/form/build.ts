import type { Ids } from '../../kernel/base/id.ts'
import type { Choice, Field, FieldInput, Form, FormInput } from './definition.ts'

/**
 * Builds a validated form with ids. Fields keep the id of the same name in the previous version, choices that of the
 * same value, so taken places stay taken.
 */
export function buildForm(input: FormInput, ids: Pick<Ids, 'uuid'>, previous?: Form): Form {
  const known = knownIds(previous)
  const sections = new Map(previous?.sections.map(({ title, id }) => [title, id]))
  return {
    sections: input.sections.map(({ title, fields }) => {
      const id = sections.get(title) ?? ids.uuid()
      sections.delete(title)
      return {
        id,
        title,
        fields: fields.map((field) =>
          fieldOf(field, (value) => known.get(keyOf(field.name, value)) ?? ids.uuid()),
        ),
      }
    }),
  }
}

/** A field as stored; `idOf` returns the id of a choice or, without a value, of the field itself. */
export function fieldOf(input: FieldInput, idOf: (value?: string) => string): Field {
  return {
    id: idOf(),
    name: input.name,
    label: input.label,
    help: input.help ?? null,
    type: input.type,
    required: input.required ?? false,
    choices: (input.choices ?? []).map(
      ({ value, label, capacity = null }): Choice => ({ id: idOf(value), value, label, capacity }),
    ),
    validation: input.validation ?? {},
    visibleIf: input.visibleIf ?? null,
    personalData: input.personalData ?? null,
    perAttendee: input.perAttendee ?? false,
  }
}

function knownIds(form: Form | undefined): Map<string, string> {
  const fields = form?.sections.flatMap((section) => section.fields) ?? []
  return new Map(
    fields.flatMap(({ name, id, choices }): [string, string][] => [
      [keyOf(name), id],
      ...choices.map((choice): [string, string] => [keyOf(name, choice.value), choice.id]),
    ]),
  )
}

/** Names cannot contain a colon, so a field's key never equals that of another field's choice. */
function keyOf(name: string, value?: string): string {
  return value === undefined ? name : `${name}:${value}`
}
