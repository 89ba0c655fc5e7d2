import type { AnsweredForm } from '../events/form/definition.ts'
import { type Entries, type Entry, readEntries, writeEntries } from '../events/form/entries.ts'
import { choiceTypes, type FieldType, fieldTypes } from '../events/form/field-types.ts'
import { shownFields } from '../events/form/plan.ts'

/** A section of a form as the services answer it. */
export type FormSection = AnsweredForm['sections'][number]
export type FormField = FormSection['fields'][number]
export type FieldEntry = Entry
export type FieldEntries = Entries

/** Field types in the order in which a form builder offers them. */
export const formFieldTypes = fieldTypes

export function hasChoices(type: FieldType): boolean {
  return choiceTypes.has(type)
}

/** Builds the answers that the service accepts: by field, without fields hidden by conditions. Times are in `timezone`. */
export function answersOf(
  sections: readonly FormSection[],
  entries: FieldEntries,
  timezone: string,
): Record<string, unknown> {
  return readEntries({ sections: [...sections] }, entries, timezone)
}

/** Turns stored answers back into the values of form controls. */
export function entriesOf(
  sections: readonly FormSection[],
  answers: Readonly<Record<string, unknown>>,
  timezone: string,
): Record<string, FieldEntry> {
  return writeEntries({ sections: [...sections] }, answers, timezone)
}

/** The names of the fields that are shown for the values entered so far. */
export function shownNames(
  sections: readonly FormSection[],
  entries: FieldEntries,
  timezone: string,
): ReadonlySet<string> {
  const form = { sections: [...sections] }
  return new Set(shownFields(form, readEntries(form, entries, timezone)).keys())
}
