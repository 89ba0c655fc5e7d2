import { eventFields } from '../../../../src/client/records.ts'
import { type Draft, draftOf, membersOf, omitFields } from '../../../ui/record-form/draft.ts'
import type { EventAnswer } from '../base/event.ts'
import type { RecordForm } from '../record/form.ts'
import { type CustomDraft, customDrafts, customValues } from './custom-fields.ts'

const fields = omitFields(eventFields, 'status', 'customFields')
type DetailsFields = typeof fields
export type DetailsDraft = Draft<DetailsFields> & { readonly customFields: readonly CustomDraft[] }

/** Times are in the event's time zone, or in the one selected in the form. */
export const detailsForm = {
  fields,
  labels: {},
  zoneOf: ({ timezone }: DetailsDraft) => timezone,
  draftOf: (event?: EventAnswer): DetailsDraft => ({
    ...draftOf(fields, event ?? {}, event?.timezone ?? 'UTC'),
    customFields: customDrafts(event?.customFields ?? {}),
  }),
  membersOf: (draft: DetailsDraft, event?: EventAnswer) => ({
    ...membersOf(fields, draft, {
      zone: draft.timezone,
      base: event === undefined ? undefined : { values: event, zone: event.timezone },
    }),
    customFields: customValues(draft.customFields),
  }),
} satisfies RecordForm<DetailsFields, EventAnswer, DetailsDraft, object>
