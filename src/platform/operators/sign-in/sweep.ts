import type { Writer } from '../../../kernel/database/database.ts'
import { removeEndedSessions, removeIdleSessions } from '../session-store.ts'
import { removeOldInvitations } from '../store.ts'
import { removeExpiredChallenges } from './challenge-store.ts'

/** Deletes expired sessions, invitations and challenges. */
export async function sweepOperators(db: Writer, now: number): Promise<void> {
  await removeEndedSessions(db, now)
  await removeIdleSessions(db, now)
  await removeExpiredChallenges(db, now)
  await removeOldInvitations(db, now)
}
