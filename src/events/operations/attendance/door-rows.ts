import * as Type from 'typebox'
import { json, jsonOrText } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { doorPerson } from '../../attendance/door-schema.ts'
import { words } from '../../lists/list-query.ts'
import { text, time } from '../../records/values.ts'
import { forOperators } from '../base/rows.ts'

const read = { scope: 'attendance:write', method: 'GET' } as const
const sessionId = Type.Optional(text(64))

/** What a door device needs to work offline. */
export const doorRows = forOperators('doors', {
  prepareDoor: {
    ...read,
    path: '/{eventId}/door',
    summary: 'Everybody whom a door may meet, and the keys that tickets are judged by',
    description:
      'Lines of JSON. The first is an object: event, types, keys and `syncToken`. Each of the others is an array: attendee id, first name, last name, index of the type, confirmation number, standing, and of those who came status, time, gate and nonce. The last is `{"end": n}`: without it the list is not whole. With `since` only what changed after that token (and `seenAt`, the `at` of the last list, which a session needs); those who are gone come as `[id]`.',
    query: closed({ sessionId, since: Type.Optional(text(200)), seenAt: Type.Optional(time) }),
    answers: {
      200: jsonOrText(Type.Object({}), 'The list.', { otherTypes: ['application/x-ndjson'] }),
    },
  },
  findAtDoor: {
    ...read,
    path: '/{eventId}/door/people',
    summary: 'Up to twenty people by the words of their name or their confirmation number, or one by id',
    query: closed({
      sessionId,
      q: Type.Optional(words),
      attendeeId: Type.Optional(text(64)),
    }),
    answers: { 200: json(Type.Object({ data: Type.Array(doorPerson) }), 'The people.') },
  },
})
