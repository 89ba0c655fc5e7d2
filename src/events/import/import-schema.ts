import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import { count, id, text } from '../records/values.ts'

/** Eight megabytes in Base64. */
const LONGEST_CONTENT = 11_184_812

export const scheduleFile = closed({
  fileName: Type.String({
    minLength: 1,
    maxLength: 200,
    description: 'Names an event that the file does not.',
  }),
  content: Type.String({
    minLength: 4,
    maxLength: LONGEST_CONTENT,
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    description: 'The bytes of the file, as Base64.',
  }),
  eventId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Gets the sessions; left out: the event of the file, made if new.',
    }),
  ),
  timezone: Type.Optional(
    Type.String({ maxLength: 64, description: 'Of times without one, where the file names none.' }),
  ),
})
export type ScheduleFile = Type.Static<typeof scheduleFile>

export const scheduleImported = Type.Object({
  id,
  code: Type.String(),
  added: count,
  updated: count,
  cancelled: count,
  unchanged: count,
  notes: Type.Array(text(1_000), { description: 'What of the file could not be taken over as it is.' }),
})
