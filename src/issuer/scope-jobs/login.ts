import { Fault } from '../../kernel/base/fault.ts'
import { type Issuer, issuerOf } from '../base/issuer.ts'
import type { JobRow } from '../base/tables.ts'
import { findKey } from '../keys/key-store.ts'
import { answerJob } from './answer.ts'
import { checkCallback } from './scope-jobs.ts'

const LIFETIME_SECONDS = 300

/** Completes the job like a device's answer, and returns a login token signed by the issuer. */
export async function login(issuer: Issuer, text: string, callback: string | undefined): Promise<string> {
  const precheck = async ({ app, test }: JobRow) => {
    await checkReturn(issuer, app, callback)
    // Load the signing key first: a job can be answered only once, so signing must not fail after that.
    await issuer.signer.ready(issuerOf(issuer, test === 1).purpose)
  }
  const { row, sub, claims } = await answerJob(issuer, text, { precheck, mayDeny: false })
  const now = Math.floor(issuer.clock.now() / 1000)
  const { purpose, iss } = issuerOf(issuer, row.test === 1)
  return issuer.signer.sign(purpose, {
    typ: 'login+jwt',
    payload: {
      iss,
      sub,
      aud: row.app ?? iss,
      job: row.job,
      ...(row.nonce === null ? {} : { nonce: row.nonce }),
      auth_time: now,
      amr: ['swk'],
      claims,
      iat: now,
      exp: now + LIFETIME_SECONDS,
      jti: issuer.ids.uuid(),
    },
  })
}

/** The callback must have an origin that the application registered. The server itself never fetches it. */
async function checkReturn(issuer: Issuer, app: string | null, callback: string | undefined): Promise<void> {
  if (callback === undefined) return
  if (app === null) throw new Fault('invalid', { detail: '/query/callback is for the job of an application' })
  checkCallback(await findKey(issuer.database, app), callback)
}
