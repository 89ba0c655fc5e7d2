import * as Type from 'typebox'
import { Fault } from '../../../kernel/base/fault.ts'
import { Problem, problemOfFault } from '../../../kernel/contract/problem.ts'
import { encodeProblemJson, problemJsonSchema } from '../../../kernel/contract/problem-json.ts'
import { faults, problems } from '../../problems.ts'

/** Status 207: the result of each item, in the order sent. */
export function bulkOf<S extends Type.TSchema>(item: S) {
  return Type.Object({
    data: Type.Array(
      Type.Object({
        index: Type.Integer(),
        status: Type.Integer(),
        data: Type.Optional(item),
        problem: Type.Optional(problemJsonSchema),
      }),
    ),
  })
}

type Failed = { index: number; status: number; problem: Type.Static<typeof problemJsonSchema> }

/** The result of a refused item; errors other than refusals are rethrown. */
export function failedItem(index: number, error: unknown, instance: string): Failed {
  const known = error instanceof Fault ? problemOfFault(problems, faults, error) : error
  if (!(known instanceof Problem) || known.status >= 500) throw error
  const { body } = encodeProblemJson(known, instance)
  return { index, status: known.status, problem: JSON.parse(String(body)) }
}
