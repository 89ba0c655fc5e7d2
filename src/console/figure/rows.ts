import * as Type from 'typebox'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { closed, time } from '../../kernel/contract/schema.ts'
import { id } from '../base/schemas.ts'

const offset = Type.Optional(
  Type.Integer({
    minimum: -14 * 60,
    maximum: 14 * 60,
    description: 'Minutes that the clock of the asker is ahead of UTC: where a day begins.',
  }),
)
const whole = Type.Optional(
  Type.Boolean({ description: 'Of the whole server, for operators who are bound to no organisation.' }),
)
const amounts = <T extends Type.TSchema>(of: T) =>
  Type.Object({
    'sign-ins': of,
    sends: of,
    deliveries: of,
    'failed-deliveries': of,
    registrations: of,
    'check-ins': of,
  })

const shared = { method: 'GET', tag: 'figures', auth: 'operator', scope: 'tasks:read', orAll: true } as const

export const figureRows = rowsOf(shared, {
  getFigures: {
    path: '/figures',
    summary: 'What has happened, by hour or by day',
    query: closed({
      span: Type.Enum(['day', 'month', 'year'], {
        description: 'The hours of a day, or the days of a month or a year.',
      }),
      offset,
      whole,
    }),
    answers: {
      200: json(
        Type.Object({
          step: Type.Enum(['hour', 'day']),
          /** When each step begins; the last step is still running. */
          times: Type.Array(time),
          series: amounts(Type.Array(Type.Integer())),
        }),
        'A number a step, for each thing that is counted.',
      ),
    },
  },
  getOverview: {
    path: '/overview',
    summary: 'Today in numbers, and what needs attention',
    query: closed({ offset, whole }),
    answers: {
      200: json(
        Type.Object({
          today: amounts(Type.Integer()),
          /** Since the start of the current hour. */
          thisHour: amounts(Type.Integer()),
          attention: Type.Object({
            failedDeliveries: Type.Integer(),
            guardTrips: Type.Integer(),
            pendingRegistrations: Type.Integer(),
            pendingEvents: Type.Array(
              Type.Object({ id, organisationId: id, title: Type.String(), count: Type.Integer() }),
              { description: 'The events that most of them wait at, ten at most.' },
            ),
            failedTasks: Type.Integer(),
          }),
        }),
        'Numbers that change by the second.',
      ),
    },
  },
})
