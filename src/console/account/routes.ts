import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Handlers } from '../../kernel/contract/operation.ts'
import { formatTime } from '../../kernel/text/times.ts'
import { changeSelf } from '../../platform/operators/directory.ts'
import { consoleProblem } from '../../platform/operators/face.ts'
import { endSession, listSessions } from '../../platform/operators/sessions.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../platform/operators/sign-in/passkeys.ts'
import type { PasskeyRow } from '../../platform/operators/tables.ts'
import type { Console } from '../base/console.ts'
import { describeOperator, operatorIdOf } from '../base/me.ts'
import type { accountRows } from './rows.ts'

export function accountRoutes(console: Console): Handlers<typeof accountRows> {
  return {
    async changeMe({ principal, body: { email, name } }) {
      const id = operatorIdOf(principal)
      if (!(await changeSelf(console, { id, email, name })))
        throw consoleProblem('name-taken', { detail: 'Another operator has this address.' })
      return { status: 200, body: await describeOperator(console, id) }
    },
    ...passkeyRoutes(console),
    ...ownSessionRoutes(console),
  }
}

/** The signed-in operator's passkeys. */
function passkeyRoutes(
  console: Console,
): Pick<
  Handlers<typeof accountRows>,
  'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'
> {
  return {
    async listPasskeys({ principal }) {
      const rows = await listPasskeys(console, operatorIdOf(principal))
      return { status: 200, body: { data: rows.map(presentPasskey) } }
    },
    async beginPasskey({ principal }) {
      return { status: 200, body: { ...(await beginPasskey(console, operatorIdOf(principal))) } }
    },
    async addPasskey({ principal, body: { name, response } }) {
      const passkey = { name, response: response as RegistrationResponseJSON }
      const row = await addPasskey(console, operatorIdOf(principal), passkey)
      return { status: 201, body: presentPasskey(row) }
    },
    async renamePasskey({ principal, params, body: { name } }) {
      await renamePasskey(console, { id: params.passkeyId, operatorId: operatorIdOf(principal), name })
      return { status: 204 }
    },
    async removePasskey({ principal, params }) {
      await removePasskey(console, { id: params.passkeyId, operatorId: operatorIdOf(principal) })
      return { status: 204 }
    },
  }
}

/** The signed-in operator's sessions. */
function ownSessionRoutes(
  console: Console,
): Pick<Handlers<typeof accountRows>, 'listSessions' | 'endSession'> {
  return {
    async listSessions({ principal }) {
      const rows = await listSessions(console, operatorIdOf(principal))
      const data = rows.map((row) => ({
        id: row.id,
        agent: row.agent,
        createdAt: formatTime(row.created_at),
        lastUsedAt: formatTime(row.used_at),
        endsAt: formatTime(row.ends_at),
        current: row.id === principal.keyId,
      }))
      return { status: 200, body: { data } }
    },
    async endSession({ principal, params }) {
      const session = { id: params.sessionId, operatorId: operatorIdOf(principal) }
      if (!(await endSession(console, session))) throw consoleProblem('not-found')
      return { status: 204 }
    },
  }
}

function presentPasskey({ id, name, created_at, used_at }: PasskeyRow) {
  return {
    id,
    name,
    createdAt: formatTime(created_at),
    ...(used_at === null ? {} : { lastUsedAt: formatTime(used_at) }),
  }
}
