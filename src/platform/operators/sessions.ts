import { Secret } from '../../kernel/base/secret.ts'
import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { recordAudit } from '../audit/entries.ts'
import {
  addSession,
  findLiveSession,
  IDLE_MS,
  listLiveSessions,
  markSessionUsed,
  removeSession,
} from './session-store.ts'
import type { Role } from './tables.ts'

export type Session = {
  id: string
  operatorId: string
  role: Role
  /** Undefined means every organisation. */
  organisationId: string | undefined
}

const HOUR_MS = 3_600_000
export const SESSION_MS = 7 * 24 * HOUR_MS
const NOTE_MS = 60_000
const TOKEN_BYTES = 32
const LONGEST_AGENT = 200
const digestPurpose = 'operator-session'

/** Returns the token for the cookie; only a hash of it is stored. */
export async function openSession(
  tx: Transaction,
  context: Context,
  { operatorId, agent }: { operatorId: string; agent: string },
): Promise<Secret> {
  const token = context.random.bytes(TOKEN_BYTES).toString('base64url')
  const now = context.clock.now()
  const id = context.ids.uuid()
  await addSession(tx, {
    id,
    operator_id: operatorId,
    digest: context.vault.digest(digestPurpose, token),
    agent: agent.replaceAll(/[\p{Cc}\p{Cf}]/gu, '').slice(0, LONGEST_AGENT),
    created_at: now,
    used_at: now,
    ends_at: now + SESSION_MS,
  })
  const actor = `operator:${operatorId}`
  await recordAudit(tx, context, { actor, action: 'session.open', subject: `session:${id}` })
  return new Secret(token)
}

/** Always reads the database, so that a session ended by another process has ended here too. */
export async function findSession(context: Context, token: string): Promise<Session | undefined> {
  const { database, vault, clock } = context
  const digest = vault.digest(digestPurpose, token)
  const row = await findLiveSession(database, { digest, ...livingAt(clock.now()) })
  if (row === undefined) return undefined
  const now = clock.now()
  // Store the last use at most once per session and minute.
  if (now - row.used_at >= NOTE_MS)
    await markSessionUsed(database, { id: row.id, now, before: now - NOTE_MS })
  return {
    id: row.id,
    operatorId: row.operator_id,
    role: row.role,
    organisationId: row.organisation_id ?? undefined,
  }
}

export function listSessions({ database, clock }: Context, operatorId: string) {
  return listLiveSessions(database, { operatorId, ...livingAt(clock.now()) })
}

/** Returns whether the operator had such a session. */
export function endSession(context: Context, session: { id: string; operatorId: string }): Promise<boolean> {
  return context.database.write(async (tx) => {
    if (!(await removeSession(tx, session))) return false
    const actor = `operator:${session.operatorId}`
    await recordAudit(tx, context, { actor, action: 'session.end', subject: `session:${session.id}` })
    return true
  })
}

function livingAt(now: number) {
  return { now, idleSince: now - IDLE_MS }
}
