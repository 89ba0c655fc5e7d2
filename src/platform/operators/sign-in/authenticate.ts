import { Fault } from '../../../kernel/base/fault.ts'
import type { Context } from '../../../kernel/context.ts'
import type { Authenticate } from '../../../kernel/contract/api.ts'
import type { Operation } from '../../../kernel/contract/operation.ts'
import { findOrganisationById, listFirstOrganisations } from '../../accounts/store.ts'
import { scopesByRole } from '../roles.ts'
import { findSession, type Session } from '../sessions.ts'
import { readSessionCookie } from './cookie.ts'
import type { SignInContext } from './webauthn.ts'

const organisationHeader = 'lanyard-organisation'

/** Recognises operators only by their session cookie. */
export function authenticateOperator(context: SignInContext): Authenticate {
  return async (header, _bag, { operation }) => {
    const token = readSessionCookie(context.url, header('cookie'))
    const session = token === undefined ? undefined : await findSession(context, token)
    if (session === undefined) return undefined
    return {
      keyId: session.id,
      organisationId: isAboutOrganisation(operation)
        ? await getOrganisationId(context, session, { operation, asked: header(organisationHeader) })
        : '',
      applicationId: undefined,
      scopes: scopesByRole[session.role],
      operator: {
        id: session.operatorId,
        role: session.role,
        everywhere: session.organisationId === undefined,
      },
    }
  }
}

/** Other operations are about the operator or the whole server. */
function isAboutOrganisation({ scope, everywhere }: Operation): boolean {
  return scope !== undefined && everywhere !== true
}

async function getOrganisationId(
  { database }: Context,
  session: Session,
  { operation, asked }: { operation: Operation; asked: string | undefined },
): Promise<string> {
  const own = session.organisationId
  if (own !== undefined && (asked === undefined || asked === own)) return own
  if (asked !== undefined) {
    const found = own === undefined ? await findOrganisationById(database, asked) : undefined
    if (found === undefined) throw new Fault('unknown-path', { detail: 'There is no such organisation.' })
    return found.id
  }
  if (operation.orAll) return ''
  const [first, second] = await listFirstOrganisations(database, 2)
  if (first !== undefined && second === undefined) return first.id
  const detail = `name the organisation that is meant in the header ${organisationHeader}`
  throw new Fault('malformed', { detail })
}
