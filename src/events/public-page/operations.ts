import * as Type from 'typebox'
import { json, type OperationTable } from '../../kernel/contract/operation.ts'
import { closed } from '../../kernel/contract/schema.ts'
import type { PageView, SessionView } from './view.ts'

type State = Extract<PageView, { page: 'form' }>['places']['state']

const placesLeft = Type.Object({
  state: Type.Unsafe<State>({ type: 'string' }),
  left: Type.Record(Type.String(), Type.Integer()),
})

const daySessions = Type.Object({ sessions: Type.Array(Type.Unsafe<SessionView>({})) })

const approvalState = Type.Object({
  status: Type.Unsafe<'pending' | 'denied' | 'expired' | 'approved'>({ type: 'string' }),
})

const read = { method: 'GET', tag: 'page', auth: 'public' } as const

/** What an open registration page requests in the background. The page's own routes serve it; it is not part of an API. */
export const operations = {
  readPlaces: {
    ...read,
    path: '/{code}/places',
    summary: 'Places that are left',
    params: closed({ code: Type.String() }),
    query: closed({ day: Type.Optional(Type.String()) }),
    answers: { 200: json(placesLeft, 'The places.') },
  },
  readDay: {
    ...read,
    path: '/{code}/days/{day}',
    summary: 'Sessions of a day, if the programme is too long for one page',
    params: closed({ code: Type.String(), day: Type.String() }),
    answers: { 200: json(daySessions, 'The sessions.') },
  },
  readApproval: {
    ...read,
    path: '/{code}/approval/{ref}',
    summary: 'Whether the phone has answered',
    params: closed({ code: Type.String(), ref: Type.String() }),
    answers: { 200: json(approvalState, 'Its state.') },
  },
} as const satisfies OperationTable
