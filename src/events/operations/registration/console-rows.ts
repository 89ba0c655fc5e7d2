import * as Type from 'typebox'
import { jsonBody } from '../../../kernel/contract/body.ts'
import { empty, json } from '../../../kernel/contract/operation.ts'
import { closed } from '../../../kernel/contract/schema.ts'
import { answeredSection } from '../../form/definition.ts'
import { pageQuery, paging } from '../../lists/list-query.ts'
import { registration, registrationStatus } from '../../records/registration.ts'
import { count, countOrNull, oneOf, text, textOrNull, time, timeOrNull } from '../../records/values.ts'
import { searched } from '../../views/view-schema.ts'
import { forOperators } from '../base/rows.ts'

const read = { scope: 'registrations:read' } as const
const REGISTRATIONS = '/{eventId}/registrations'

const historyEntry = Type.Object({
  at: time,
  action: Type.String(),
  by: oneOf('operator', 'api-key', 'attendee', 'waiting-list', 'time', 'source'),
  name: textOrNull({ description: "The operator's, or the key's id; null where there is none." }),
})

const { id, confirmationNumber, registrationTypeId, registeredAt, version } = registration.properties
const waiting = Type.Object({
  id,
  confirmationNumber,
  firstName: Type.String(),
  lastName: Type.String(),
  email: Type.String(),
  registrationTypeId,
  seats: Type.Integer(),
  position: Type.Integer({ description: '1 is the first.' }),
  registeredAt,
  version,
})

const offer = Type.Object({
  ...Type.Omit(waiting, ['position']).properties,
  expiresAt: timeOrNull,
  expired: Type.Boolean({ description: 'Its time is over: the place is passed on.' }),
})

export const registrationRows = forOperators('registrations', {
  searchRegistrationIds: {
    ...read,
    method: 'POST',
    path: `${REGISTRATIONS}/ids`,
    summary: 'The ids of all registrations that a search finds, in its order',
    body: jsonBody(searched, { maxDepth: 2_000 }),
    answers: {
      200: json(
        Type.Object({
          count: Type.Integer(),
          complete: Type.Boolean({ description: 'False: there are more than a table takes.' }),
          ids: Type.String({ description: '16 bytes each, one after another, in base64url.' }),
        }),
        'The ids.',
      ),
    },
    problems: ['search-too-broad'],
  },
  readRegistrations: {
    ...read,
    method: 'POST',
    path: `${REGISTRATIONS}/read`,
    summary: 'Registrations by their ids',
    body: jsonBody(closed({ ids: Type.Array(text(64), { minItems: 1, maxItems: 200 }) })),
    answers: {
      200: json(
        Type.Object({ data: Type.Array(registration) }),
        'In the order asked for, without those that are not there.',
      ),
    },
  },
  countRegistrations: {
    ...read,
    method: 'GET',
    path: `${REGISTRATIONS}/counts`,
    summary: 'How many registrations an event has, by their state',
    answers: {
      200: json(
        Type.Object({
          total: count,
          byStatus: Type.Array(Type.Object({ status: registrationStatus, count })),
        }),
        'The counts.',
      ),
    },
  },
  getRegistrationRecord: {
    ...read,
    method: 'GET',
    path: `${REGISTRATIONS}/{registrationId}`,
    summary: 'A registration, the form that it answers, and its past',
    answers: {
      200: json(
        Type.Object({
          registration,
          form: Type.Object({
            version: Type.Integer(),
            newest: Type.Boolean({ description: 'The same that is asked now.' }),
            sections: Type.Array(answeredSection),
          }),
          history: Type.Array(historyEntry),
        }),
        'The registration.',
      ),
    },
  },
  resendConfirmation: {
    scope: 'registrations:write',
    method: 'POST',
    path: `${REGISTRATIONS}/{registrationId}/confirmation`,
    summary: 'Send the e-mail about a registration once more',
    answers: { 204: empty('On its way.') },
  },
  listWaitingList: {
    ...read,
    method: 'GET',
    path: '/{eventId}/waiting-list',
    summary: 'The line of an event in its order, and the places that are offered',
    query: closed({ pageSize: pageQuery.pageSize, cursor: pageQuery.cursor }),
    answers: {
      200: json(
        Type.Object({
          places: Type.Object({ capacity: countOrNull, taken: count, offered: count, waiting: count }),
          offers: Type.Array(offer),
          data: Type.Array(waiting),
          paging,
        }),
        'A page of the line.',
      ),
    },
  },
})
