import * as Type from 'typebox'
import type { Api } from '../../../src/kernel/contract/api.ts'
import { jsonBody } from '../../../src/kernel/contract/body.ts'
import { empty, json, type OperationTable, text } from '../../../src/kernel/contract/operation.ts'
import { nameFaults, problemsOf } from '../../../src/kernel/contract/problem.ts'
import { problemJson, problemJsonSchema } from '../../../src/kernel/contract/problem-json.ts'
import { closed } from '../../../src/kernel/contract/schema.ts'

export const problems = {
  malformed: { status: 400, title: 'Malformed', detail: 'The request cannot be read.' },
  unauthenticated: { status: 401, title: 'Unauthenticated', detail: 'Send a key.' },
  forbidden: { status: 403, title: 'Forbidden', detail: 'The key lacks a scope.' },
  'unknown-path': { status: 404, title: 'Unknown path', detail: 'There is nothing here.' },
  'unknown-note': { status: 404, title: 'Unknown note', detail: 'There is no such note.' },
  'wrong-method': { status: 405, title: 'Wrong method', detail: 'Use another method.' },
  'too-slow': { status: 408, title: 'Too slow', detail: 'The request took too long.' },
  taken: { status: 409, title: 'Taken', detail: 'The title is taken.' },
  'too-large': { status: 413, title: 'Too large', detail: 'Send less.' },
  'unsupported-type': { status: 415, title: 'Unsupported type', detail: 'Send JSON.' },
  invalid: { status: 422, title: 'Invalid', detail: 'A member is wrong.' },
  'rate-limited': { status: 429, title: 'Rate limited', detail: 'Wait.' },
  'headers-too-large': { status: 431, title: 'Headers too large', detail: 'Send fewer headers.' },
  internal: { status: 500, title: 'Internal', detail: 'The server failed.' },
  busy: { status: 503, title: 'Busy', detail: 'Try again.' },
} as const

export const problem = problemsOf(problems)

const faults = nameFaults(problems, {
  'invalid-parameter': 'invalid',
  'method-not-allowed': 'wrong-method',
})

const noteBody = closed({
  title: Type.String({ minLength: 1, maxLength: 100 }),
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 })),
  tags: Type.Optional(Type.Array(Type.String({ maxLength: 20 }), { maxItems: 5 })),
  place: Type.Optional(closed({ city: Type.String() })),
  'a/b~c': Type.Optional(Type.Boolean()),
})
const note = Type.Object({ id: Type.String(), title: Type.String() })
const status = Type.Object({ status: Type.String() })

export const operations = {
  createNote: {
    method: 'POST',
    path: '/notes',
    tag: 'notes',
    auth: 'api-key',
    scope: 'events:write',
    summary: 'Write a note',
    body: jsonBody(noteBody),
    answers: { 201: json(note, 'Written.', { headers: { Location: 'Its address.' } }) },
    problems: ['taken'],
  },
  listNotes: {
    method: 'GET',
    path: '/notes',
    tag: 'notes',
    auth: 'api-key',
    scope: 'events:read',
    summary: 'List notes',
    query: closed({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      exact: Type.Optional(Type.Boolean()),
      after: Type.Optional(Type.String({ maxLength: 20 })),
    }),
    answers: { 200: json(Type.Object({ data: Type.Array(note), asked: Type.String() }), 'Notes.') },
    problems: [],
  },
  getNote: {
    method: 'GET',
    path: '/notes/{id}',
    tag: 'notes',
    auth: 'api-key',
    scope: 'events:read',
    summary: 'Read a note',
    params: closed({ id: Type.String({ minLength: 1 }) }),
    answers: { 200: json(note, 'The note.') },
    problems: ['unknown-note'],
  },
  deleteNote: {
    method: 'DELETE',
    path: '/notes/{id}',
    tag: 'notes',
    auth: 'api-key',
    summary: 'Drop a note',
    params: closed({ id: Type.String({ minLength: 1 }) }),
    answers: { 204: empty('Dropped.') },
    problems: [],
  },
  checkNote: {
    method: 'POST',
    path: '/check',
    tag: 'open',
    auth: 'public',
    summary: 'Tell whether a note could be written',
    body: jsonBody(noteBody),
    answers: { 200: json(status, 'It could.') },
    problems: [],
  },
  hold: {
    method: 'GET',
    path: '/hold',
    tag: 'open',
    auth: 'public',
    summary: 'Answer when the test says so, or at an abort',
    answers: { 200: json(status, 'Released.') },
    problems: [],
  },
  holdBody: {
    method: 'POST',
    path: '/hold',
    tag: 'open',
    auth: 'public',
    summary: 'As hold, after a body',
    body: jsonBody(closed({})),
    answers: { 200: json(status, 'Released.') },
    problems: [],
  },
  fail: {
    method: 'POST',
    path: '/fail/{how}',
    tag: 'open',
    auth: 'public',
    summary: 'Fail in the way that the test chose',
    params: closed({ how: Type.String() }),
    body: jsonBody(closed({ secret: Type.Optional(Type.String()) }), { required: false }),
    answers: { 200: json(status, 'It did not.') },
    problems: [],
  },
  ping: {
    method: 'GET',
    path: '/ping',
    tag: 'open',
    auth: 'public',
    summary: 'Answer at once',
    answers: { 200: text('text/plain', 'An answer.') },
    problems: [],
  },
} as const satisfies OperationTable<typeof problems>

export type SampleApi = Api & { readonly operations: typeof operations }

const shared = {
  title: 'A sample',
  summary: 'Shows what the kernel does for an API that has none of the product in it.',
  operations,
  problems,
  faults,
  keyHeader: 'x-sample-key',
} as const

/** Errors as the two-factor service has them: flat, codes as text. */
export const flatApi: SampleApi = {
  ...shared,
  name: 'flat',
  basePath: '/flat',
  url: 'http://sample.test/flat',
  openToAllOrigins: false,
  problemSchema: Type.Object({
    error_code: Type.String(),
    message: Type.String(),
    errors: Type.Record(Type.String(), Type.String()),
    success: Type.Literal(false),
  }),
  problemTypes: ['application/json'],
  encodeProblem: (refusal) => ({
    contentType: 'application/json',
    headers: {},
    body: JSON.stringify({
      error_code: refusal.code,
      message: refusal.detail,
      errors: Object.fromEntries(refusal.errors.map(({ pointer, message }) => [pointer, message])),
      success: false,
    }),
  }),
}

/** Errors as the event services have them: RFC 9457. */
export const problemApi: SampleApi = {
  ...shared,
  name: 'problem',
  basePath: '/problem',
  url: 'https://sample.test/problem',
  openToAllOrigins: true,
  problemSchema: problemJsonSchema,
  problemTypes: ['application/problem+json'],
  encodeProblem: problemJson.encodeProblem,
}
