import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { Handlers } from '../../kernel/contract/operation.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { sessionCookie } from '../../platform/operators/sign-in/cookie.ts'
import {
  askToLink,
  askToSignIn,
  beginLink,
  findApprover,
  linkIdentity,
  listIdentities,
  rejectIdentity,
  signInByPhone,
  unlinkIdentity,
} from '../../platform/operators/sign-in/identities.ts'
import { countRefusals, limitAttempts } from '../../platform/operators/sign-in/sign-in.ts'
import type { Console } from '../base/console.ts'
import { operatorIdOf } from '../base/me.ts'
import type { identityRows, phoneSignInRows } from './rows.ts'

export function identityRoutes(console: Console): Handlers<typeof identityRows & typeof phoneSignInRows> {
  return {
    async listIdentities({ principal }) {
      const rows = await listIdentities(console, operatorIdOf(principal))
      const data = rows.map(({ fingerprint, created_at, used_at }) => ({
        fingerprint,
        createdAt: formatTime(created_at),
        ...(used_at === null ? {} : { lastUsedAt: formatTime(used_at) }),
      }))
      return { status: 200, body: { data } }
    },
    async unlinkIdentity({ principal, params: { fingerprint } }) {
      await unlinkIdentity(console, { operatorId: operatorIdOf(principal), fingerprint })
      return { status: 204 }
    },
    ...linkRoutes(console),
    ...phoneSignInRoutes(console),
  }
}

/** Linking an identity to the operator who is signed in. */
function linkRoutes(
  console: Console,
): Pick<
  Handlers<typeof identityRows>,
  'askToLink' | 'findApprover' | 'beginLink' | 'linkIdentity' | 'rejectIdentity'
> {
  return {
    async askToLink({ principal }) {
      const asked = await askToLink(console, operatorIdOf(principal))
      return { status: 200, body: { ...asked, expiresAt: formatTime(asked.expiresAt) } }
    },
    async findApprover({ body: { ref } }) {
      const found = await findApprover(console, ref)
      if (found.status !== 'approved') return { status: 200, body: found }
      const { fingerprint, name } = found.approver
      const approver = { fingerprint, ...(name === undefined ? {} : { name }) }
      return { status: 200, body: { status: 'approved', approver } }
    },
    async beginLink({ principal, body }) {
      const options = await beginLink(console, { operatorId: operatorIdOf(principal), ...body })
      return { status: 200, body: { ...options } }
    },
    async linkIdentity({ principal, body: { ref, fingerprint, response } }) {
      const status = await linkIdentity(console, {
        operatorId: operatorIdOf(principal),
        ref,
        fingerprint,
        response: response as AuthenticationResponseJSON,
      })
      return { status: 200, body: { status } }
    },
    async rejectIdentity({ principal, body: { ref } }) {
      await rejectIdentity(console, { operatorId: operatorIdOf(principal), ref })
      return { status: 204 }
    },
  }
}

/** Signing in with an identity that was linked before. */
function phoneSignInRoutes(console: Console): Handlers<typeof phoneSignInRows> {
  return {
    async askToSignIn({ address }) {
      await limitAttempts(console, address)
      const asked = await askToSignIn(console)
      return { status: 200, body: { ...asked, expiresAt: formatTime(asked.expiresAt) } }
    },
    async signInByPhone({ body: { ref }, header }) {
      const agent = header('user-agent') ?? ''
      const outcome = await countRefusals(console, 'phone', () => signInByPhone(console, { ref, agent }))
      if (typeof outcome === 'string') return { status: 200, body: { status: outcome } }
      const headers = { 'set-cookie': sessionCookie(console.url, outcome.reveal()) }
      return { status: 200, headers, body: { status: 'approved' } }
    },
  }
}
