import type { Context } from '../src/kernel/context.ts'
import { getOrCreateOrganisation } from '../src/platform/accounts/organisations.ts'
import { openSession } from '../src/platform/operators/sessions.ts'
import { addOperator } from '../src/platform/operators/store.ts'
import type { Role } from '../src/platform/operators/tables.ts'
import type { RunningApp } from './harness.ts'

export type TestOperator = {
  readonly id: string
  /** Of the organisation that requests are about. */
  readonly organisationId: string
  /** What a page of the console sends with a request. */
  readonly headers: Readonly<Record<string, string>>
}

type OperatorOptions = {
  role?: Role
  /** Null for an operator who has not told theirs, such as the first owner. */
  name?: string | null
  /** The name of the one that the operator is bound to, made where it is new; without it they reach all. */
  organisation?: string
}

/** An operator who has signed in, without the ceremony. Requests are about `organisation`, or the first one there is. */
export async function operatorOf(
  { app }: { app: Pick<RunningApp['app'], 'context'> },
  options: OperatorOptions = {},
): Promise<TestOperator> {
  const { token, ...operator } = await signIn(app.context, options)
  return {
    ...operator,
    headers: {
      cookie: `lanyard_console=${token}`,
      'sec-fetch-site': 'same-origin',
      'lanyard-organisation': operator.organisationId,
    },
  }
}

export function signIn(context: Context, options: OperatorOptions) {
  const { role = 'owner', name = `The ${role}`, organisation } = options
  return context.database.write(async (tx) => {
    const id = context.ids.uuid()
    const own = await getOrCreateOrganisation(tx, context, organisation ?? 'Default')
    await addOperator(tx, {
      id,
      email: `${id}@example.org`,
      name,
      role,
      organisation_id: organisation === undefined ? null : own.id,
      created_at: context.clock.now(),
      disabled_at: null,
    })
    const token = await openSession(tx, context, { operatorId: id, agent: 'test' })
    return { id, organisationId: own.id, token: token.reveal() }
  })
}
