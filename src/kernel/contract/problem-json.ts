import * as Type from 'typebox'
import type { EncodedProblem, ProblemRequest } from './api.ts'
import type { Problem } from './problem.ts'

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

export function encodeProblemJson(problem: Problem, { instance }: ProblemRequest): EncodedProblem {
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
