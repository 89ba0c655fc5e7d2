import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Secret } from '../../kernel/base/secret.ts'
import type { Handlers } from '../../kernel/contract/operation.ts'
import { endSession, findSession } from '../../platform/operators/sessions.ts'
import { endedCookie, readSessionCookie, sessionCookie } from '../../platform/operators/sign-in/cookie.ts'
import {
  acceptInvitation,
  beginInvitation,
  beginSignIn,
  countRefusals,
  limitAttempts,
  signIn,
} from '../../platform/operators/sign-in/sign-in.ts'
import type { Console } from '../base/console.ts'
import { describeOperator, operatorIdOf } from '../base/me.ts'
import type { sessionRows } from './rows.ts'

export function sessionRoutes(console: Console): Handlers<typeof sessionRows> {
  return {
    async findSession({ header }) {
      const token = readSessionCookie(console.url, header('cookie'))
      const session = token === undefined ? undefined : await findSession(console, token)
      const byPhone = console.phone !== undefined
      if (session === undefined) return { status: 200, body: { byPhone } }
      return { status: 200, body: { me: await describeOperator(console, session.operatorId), byPhone } }
    },
    async getMe({ principal }) {
      return { status: 200, body: await describeOperator(console, operatorIdOf(principal)) }
    },
    async beginSignIn({ address }) {
      await limitAttempts(console, address)
      return { status: 200, body: { ...(await beginSignIn(console)) } }
    },
    async signIn({ address, body, header }) {
      await limitAttempts(console, address)
      const response = body.response as AuthenticationResponseJSON
      const agent = header('user-agent') ?? ''
      const token = await countRefusals(console, 'passkey', () => signIn(console, { response, agent }))
      return openSession(console, token)
    },
    async signOut({ principal }) {
      await endSession(console, { id: principal.keyId, operatorId: operatorIdOf(principal) })
      return { status: 204, headers: { 'set-cookie': endedCookie(console.url) } }
    },
    ...invitationRoutes(console),
  }
}

function invitationRoutes(
  console: Console,
): Pick<Handlers<typeof sessionRows>, 'beginInvitation' | 'acceptInvitation'> {
  return {
    async beginInvitation({ address, body }) {
      await limitAttempts(console, address)
      const { operator, options } = await countRefusals(console, 'invitation', () =>
        beginInvitation(console, body.token),
      )
      const { email, name, role } = operator
      const shown = { email, role, ...(name === null ? {} : { name }) }
      return { status: 200, body: { operator: shown, options: { ...options } } }
    },
    async acceptInvitation({ address, body, header }) {
      await limitAttempts(console, address)
      const response = body.response as RegistrationResponseJSON
      const agent = header('user-agent') ?? ''
      const accepted = { token: body.token, response, name: body.passkeyName, agent }
      const token = await countRefusals(console, 'invitation', () => acceptInvitation(console, accepted))
      return openSession(console, token)
    },
  }
}

function openSession({ url }: Console, token: Secret) {
  return { status: 204, headers: { 'set-cookie': sessionCookie(url, token.reveal()) } } as const
}
