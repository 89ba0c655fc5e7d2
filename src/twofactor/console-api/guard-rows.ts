import * as Type from 'typebox'
import { jsonBody } from '../../kernel/contract/body.ts'
import { json, rowsOf } from '../../kernel/contract/operation.ts'
import { pageQuery, pageSchema } from '../../kernel/contract/page.ts'
import { closed, integerOrNull, orNull, textOrNull, time } from '../../kernel/contract/schema.ts'
import { ofApplication, reading, writing } from './rows.ts'

const shared = { tag: 'guard' } as const

const reason = Type.Enum(['pumping', 'application-quota', 'organisation-quota'])
const trip = Type.Object({
  id: Type.String(),
  reason,
  range: textOrNull,
  country: textOrNull,
  application: textOrNull,
  applicationId: Type.String(),
  sends: Type.Integer(),
  confirmed: Type.Integer(),
  windowSeconds: Type.Integer(),
  refused: Type.Integer(),
  since: time,
  lastAt: time,
  active: Type.Boolean({ description: 'Whether sends are refused for this now.' }),
})
const sender = Type.Enum(['issuer', 'registration'], {
  description: 'Proof of a number for the issuer, or for the registration page of an event.',
})
const quota = Type.Object({
  quota: integerOrNull,
  sentToday: Type.Integer({ description: 'Counted where there is a quota.' }),
})

export const guardRows = rowsOf(shared, {
  listGuardTrips: {
    ...reading,
    path: '/guard/trips',
    summary: 'Ranges of numbers that were shut for pumping, and quotas that were used up, the newest first',
    query: closed(pageQuery),
    answers: { 200: json(pageSchema(trip), 'The page.') },
  },
  releaseRange: {
    ...writing,
    path: '/guard/trips/{tripId}/release',
    summary: 'Opens a range of numbers that was shut for pumping: it is counted anew from now on',
    params: closed({ tripId: Type.String({ maxLength: 200 }) }),
    answers: { 200: json(trip, 'The trip, which is over.') },
    problems: ['not-found', 'conflict'],
  },
  listServerTrips: {
    ...reading,
    path: '/guard/server-trips/{sender}',
    summary: "What was refused of the server's own sends, which belong to no organisation",
    everywhere: true,
    params: closed({ sender }),
    query: closed(pageQuery),
    answers: { 200: json(pageSchema(trip), 'The page.') },
  },
  releaseServerRange: {
    ...writing,
    path: '/guard/server-trips/{sender}/{tripId}/release',
    summary: "Opens a range of numbers to the server's own sends",
    everywhere: true,
    params: closed({ sender, tripId: Type.String({ maxLength: 200 }) }),
    answers: { 200: json(trip, 'The trip, which is over.') },
    problems: ['not-found', 'conflict'],
  },
  getQuota: {
    ...reading,
    path: '/guard/quota',
    summary: 'Messages and calls that the organisation may send a day',
    answers: { 200: json(quota, 'The quota; null is no bound.') },
  },
  setQuota: {
    ...writing,
    method: 'PUT',
    path: '/guard/quota',
    summary: 'Bounds the messages and calls a day of the organisation',
    scope: 'keys:write',
    body: jsonBody(
      closed({
        quota: orNull(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      }),
    ),
    answers: { 200: json(quota, 'The quota.') },
  },
})

const month = Type.Object({
  month: Type.String({ description: '`2026-08`.' }),
  sms: Type.Integer(),
  calls: Type.Integer(),
  newUsers: Type.Integer(),
  verifications: Type.Integer(),
  requests: Type.Integer(),
})

export const statisticsRows = {
  getStatistics: {
    ...reading,
    path: '/applications/{applicationId}/statistics',
    summary: 'The last twelve months of an application, the newest first',
    tag: 'statistics',
    params: ofApplication,
    answers: {
      200: json(Type.Object({ users: Type.Integer(), months: Type.Array(month) }), 'The months.'),
    },
    problems: ['not-found'],
  },
} as const
