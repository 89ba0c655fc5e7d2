// @ts-check
import { randomBytes } from 'node:crypto'

/** @typedef {import('./issuer.js').Asked} Asked */
/** @typedef {import('./issuer.js').Person} Person */
/** @typedef {import('./twofactor.js').Approval} Approval */
/** @typedef {import('./twofactor.js').Phone} Phone */
/** @typedef {{ to: string, amount: string }} Transfer */
/** @typedef {Approval & { transfer: Transfer }} Confirmation */

/**
 * What the server knows of one browser. The page sees none of it but what a route shows it.
 * @typedef {object} Session
 * @property {string} id
 * @property {number} until
 * @property {Person} [person] who is signed in
 * @property {Asked} [signIn] the question that waits on a phone
 * @property {boolean} [wasDenied] whether the last sign-in was denied on the phone
 * @property {Phone} [phone] a number that waits for its code
 * @property {Confirmation} [confirmation] the transfer that waits on a phone
 */

const LIFE_MS = 8 * 3_600_000
const MOST = 10_000

/** Sessions in memory: they end with the process. */
export function createSessions() {
  /** @type {Map<string, Session>} */
  const sessions = new Map()
  return {
    /** @param {string | undefined} id */
    find(id) {
      const session = sessions.get(id ?? '')
      return session !== undefined && session.until > Date.now() ? session : undefined
    },
    /** @returns {Session} */
    create() {
      const oldest = sessions.keys().next().value
      if (sessions.size >= MOST && oldest !== undefined) sessions.delete(oldest)
      const session = { id: newSecret(), until: Date.now() + LIFE_MS }
      sessions.set(session.id, session)
      return session
    },
    /** @param {Session} session */
    end: (session) => void sessions.delete(session.id),
  }
}

/** What nobody guesses. */
export function newSecret() {
  return randomBytes(32).toString('base64url')
}
