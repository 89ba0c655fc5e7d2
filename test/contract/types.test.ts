import * as Type from 'typebox'
import { expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { jsonBody } from '../../src/kernel/contract/body.ts'
import { empty, type Handlers, json, type OperationTable } from '../../src/kernel/contract/operation.ts'
import { problemsOf } from '../../src/kernel/contract/problem.ts'
import { closed } from '../../src/kernel/contract/schema.ts'

const problems = { taken: { status: 409, title: 'Taken', detail: 'It is taken.' } } as const

const usual = { tag: 'things', auth: 'public', summary: 'A thing', problems: ['taken'] } as const
const operations = {
  putThing: {
    ...usual,
    method: 'PUT',
    path: '/things/{id}',
    params: closed({ id: Type.String() }),
    query: closed({ size: Type.Integer(), colour: Type.Optional(Type.String()) }),
    body: jsonBody(closed({ name: Type.String() })),
    answers: { 200: json(Type.Object({ name: Type.String() }), 'Put.'), 204: empty('Gone.') },
  },
  headThing: {
    ...usual,
    method: 'HEAD',
    path: '/things',
    query: closed({ wait: Type.Optional(Type.Integer()) }),
    answers: { 200: json(Type.Object({ name: Type.String() }), 'There.') },
  },
} as const satisfies OperationTable<typeof problems>

const putThing: Handlers<typeof operations>['putThing'] = ({ body }) => ({
  status: 200,
  body: { name: body.name },
})
const headThing: Handlers<typeof operations>['headThing'] = () => ({ status: 200, body: { name: 'a' } })

/** The compiler is the judge of this file: each line below an expectation must be an error. */
const wrong = {
  handlers: () => {
    const right: Handlers<typeof operations> = { putThing, headThing }
    // @ts-expect-error a row without a handler
    const missing: Handlers<typeof operations> = { putThing }
    // @ts-expect-error a handler without a row
    const surplus: Handlers<typeof operations> = { putThing, headThing, dropThing: putThing }
    // @ts-expect-error a status that the row does not declare
    const status: Handlers<typeof operations>['putThing'] = () => ({ status: 201, body: { name: 'a' } })
    // @ts-expect-error a body that breaks the schema of the answer
    const body: Handlers<typeof operations>['putThing'] = () => ({ status: 200, body: { name: 7 } })
    // @ts-expect-error a body where the answer has none
    const nothing: Handlers<typeof operations>['putThing'] = () => ({ status: 204, body: { name: 'a' } })
    const member: Handlers<typeof operations>['putThing'] = ({ body }) => {
      // @ts-expect-error a member that the body does not have
      const name = body.title
      return { status: 200, body: { name } }
    }
    // @ts-expect-error an API key on a public row
    const key: Handlers<typeof operations>['headThing'] = ({ principal }) => principal.keyId
    return { right, missing, surplus, status, body, nothing, member, key }
  },
  problems: () => {
    const problem = problemsOf(problems)
    // @ts-expect-error a code that the table does not have
    const code = () => problem('stolen')
    // @ts-expect-error a row that declares a problem which the table does not have
    const row = { ...operations.putThing, problems: ['stolen'] } as const satisfies OperationTable<
      typeof problems
    >[string]
    return { code, row }
  },
  calls: async () => {
    const client = createClient(operations, { url: 'http://lanyard.test' })
    const call = { params: { id: '1' }, query: { size: 1 }, body: { name: 'a' } }
    const answer = await client.putThing(call)
    if (answer.status === 200) answer.body.name satisfies string
    await client.headThing({})
    // @ts-expect-error a parameter is missing
    await client.putThing({ ...call, params: {} })
    // @ts-expect-error a parameter has the wrong type
    await client.putThing({ ...call, params: { id: 1 } })
    // @ts-expect-error the query lacks a required member
    await client.putThing({ ...call, query: {} })
    // @ts-expect-error the query is missing
    await client.putThing({ params: call.params, body: call.body })
    // @ts-expect-error the query has a member that nobody knows
    await client.putThing({ ...call, query: { size: 1, shade: 'red' } })
    // @ts-expect-error the body has the wrong type
    await client.putThing({ ...call, body: { name: 7 } })
    // @ts-expect-error the body is missing
    await client.putThing({ params: call.params, query: call.query })
    // @ts-expect-error the row takes no body
    await client.headThing({ body: {} })
    // @ts-expect-error there is no such row
    await client.dropThing({})
    // @ts-expect-error the answer has no such member
    if (answer.status === 200) answer.body.title satisfies string
    // @ts-expect-error an answer without a body
    if (answer.status === 204) answer.body.name satisfies string
    const { body } = await client.headThing({})
    // @ts-expect-error HEAD answers without a body
    body.name satisfies string
  },
}

it('is judged by the compiler', () => {
  expect(Object.keys(wrong)).toEqual(['handlers', 'problems', 'calls'])
})
