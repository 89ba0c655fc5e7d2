import * as Type from 'typebox'
import type { Api, EncodedProblem } from './api.ts'
import { type Problem, row } from './problem.ts'

/** RFC 9457, with a stable code and a list of the invalid members. */
export const problemJsonSchema = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String({ description: 'What to change.' }),
  instance: Type.String(),
  code: Type.String({ description: 'Stable.' }),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        pointer: Type.String({ description: 'RFC 6901.' }),
        code: Type.String(),
        message: Type.String(),
      }),
    ),
  ),
})

export function encodeProblemJson(problem: Problem, instance: string): EncodedProblem {
  return {
    contentType: 'application/problem+json',
    headers: {},
    body: JSON.stringify({
      type: 'about:blank',
      title: problem.title,
      status: problem.status,
      detail: problem.detail,
      instance,
      code: problem.code,
      ...(problem.errors.length === 0 ? {} : { errors: problem.errors }),
      ...problem.members,
    }),
  }
}

/** How an API encodes its errors in this format. */
export const problemJson: Pick<Api, 'problemSchema' | 'problemTypes' | 'encodeProblem'> = {
  problemSchema: problemJsonSchema,
  problemTypes: ['application/problem+json'],
  encodeProblem: (problem, { template }) => encodeProblemJson(problem, template),
}

/** The problems that APIs with this format have in common. */
export const commonProblems = {
  malformed: row(400, 'Bad request', 'The request cannot be read.'),
  'invalid-parameter': row(400, 'Bad parameter', 'A parameter of the query or the path is not valid.'),
  'not-found': row(404, 'Not found', 'There is no such record.'),
  'unknown-path': row(404, 'Not found', 'There is nothing at this path.'),
  'wrong-method': row(405, 'Method not allowed', 'This path does not take this method.'),
  'too-slow': row(408, 'Request time-out', 'The request took too long to arrive.'),
  'name-taken': row(409, 'Name taken', 'Another one has this name.'),
  'too-large': row(413, 'Content too large', 'The body is larger than this path takes.'),
  'unsupported-type': row(415, 'Unsupported media type', 'Send the body as application/json.'),
  invalid: row(422, 'Not valid', 'Members of the body are not valid.'),
  'rate-limited': row(429, 'Too many requests', 'Wait as long as Retry-After says.'),
  'headers-too-large': row(431, 'Request header fields too large', 'Send fewer or shorter headers.'),
  internal: row(500, 'Internal server error', 'The server failed. The operator finds the cause in the log.'),
  busy: row(503, 'Service unavailable', 'Try again as Retry-After says.'),
} as const
