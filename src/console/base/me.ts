import type { Static } from 'typebox'
import { Fault } from '../../kernel/base/fault.ts'
import type { Principal } from '../../kernel/contract/operation.ts'
import { listOrganisations } from '../../platform/accounts/organisations.ts'
import { scopesByRole } from '../../platform/operators/roles.ts'
import { findOperator } from '../../platform/operators/store.ts'
import type { Console } from './console.ts'
import type { me } from './schemas.ts'

/** The operator whose session made the request. */
export function operatorIdOf({ operator }: Principal): string {
  if (operator === undefined) throw new Fault('unauthenticated')
  return operator.id
}

export async function describeOperator(console: Console, id: string): Promise<Static<typeof me>> {
  const row = await findOperator(console.database, id)
  if (row === undefined) throw new Fault('unauthenticated')
  const organisations = await listOrganisations(console, row.organisation_id ?? undefined)
  const startsIn = organisations.length > 1 ? await console.server.findFirstWithEvents() : undefined
  return {
    id: row.id,
    email: row.email,
    ...(row.name === null ? {} : { name: row.name }),
    role: row.role,
    scopes: [...scopesByRole[row.role]],
    everywhere: row.organisation_id === null,
    organisations,
    ...(startsIn === undefined ? {} : { startsIn }),
    pagesUrl: console.pagesUrl,
    docsUrl: console.docsUrl,
  }
}
