import type { Writer } from '../../../kernel/database/database.ts'
import { sweepSessions } from '../sessions.ts'
import { removeOldInvitations } from '../store.ts'
import { removeExpiredChallenges } from './challenge-store.ts'

/** Deletes expired sessions, invitations and challenges. */
export async function sweepOperators(db: Writer, now: number): Promise<void> {
  await sweepSessions(db, now)
  await removeExpiredChallenges(db, now)
  await removeOldInvitations(db, now)
}
