import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import type { Issuer } from '../base/issuer.ts'
import { listUserJobs } from '../base/job-store.ts'
import { inboxTopic } from '../base/job-views.ts'
import { problem } from '../base/problems.ts'
import type { JobRow } from '../base/tables.ts'
import { findKey } from '../keys/key-store.ts'
import { findKeyRow } from '../keys/keys.ts'
import { blockApplication, listBlocked, unblockApplication } from '../keys/relation-store.ts'
import { checkPath, notLive, spend, verifySigned } from '../keys/signed.ts'
import { type AppMark, markOf } from './results.ts'

/** A token for reading an inbox is valid for a minute and for nothing else. */
const INBOX_SECONDS = 60

const inboxToken = closed({ purpose: Type.Literal('inbox') })
const blockToken = closed({
  block: Type.Optional(Type.String({ minLength: 43, maxLength: 43 })),
  unblock: Type.Optional(Type.String({ minLength: 43, maxLength: 43 })),
})

type InboxEntry = {
  job: string
  scope: string
  app: AppMark | null
  message: string | null
  nonce: string | null
  callback: string | null
  created_at: string
  expires_at: string
}

/** Returns the fingerprint of the device, which must be the owner of the inbox named in the path. */
export async function openInbox(
  issuer: Issuer,
  identifier: string,
  authorization: string | undefined,
): Promise<string> {
  const text = /^JWT (\S+)$/i.exec(authorization ?? '')?.[1]
  if (text === undefined)
    throw problem('auth-error', { detail: 'Send Authorization: JWT and a token with purpose inbox.' })
  const rules = { requireJti: false, maxAgeSeconds: INBOX_SECONDS }
  const signed = await verifySigned(issuer, text, inboxToken, rules)
  await checkPath(issuer, identifier, signed)
  return signed.key.fingerprint
}

/**
 * The jobs waiting for the user's answer. They show only tickets, since the result belongs to the application. Throws
 * for a revoked key.
 */
export async function listInbox(issuer: Issuer, sub: string): Promise<InboxEntry[]> {
  const key = await findKey(issuer.database, sub)
  if (key === undefined || key.revoked_at !== null) throw notLive(key)
  const rows = await listUserJobs(issuer.database, sub, issuer.clock.now())
  return Promise.all(rows.map((row) => toEntry(issuer, row)))
}

async function toEntry(issuer: Issuer, row: JobRow): Promise<InboxEntry> {
  return {
    job: row.ticket,
    scope: row.scope,
    app: row.app === null ? null : await markOf(issuer, row.app),
    message: row.message,
    nonce: row.nonce,
    callback: row.callback,
    created_at: new Date(row.created_at).toISOString(),
    expires_at: new Date(row.expires_at).toISOString(),
  }
}

/** Jobs of a blocked application no longer reach the user; the application is not notified. */
export async function changeBlocks(issuer: Issuer, identifier: string, text: string): Promise<string[]> {
  const signed = await verifySigned(issuer, text, blockToken)
  await checkPath(issuer, identifier, signed)
  const { block, unblock } = signed.members
  const given = block ?? unblock
  if (given === undefined || (block !== undefined && unblock !== undefined))
    throw problem('invalid-request', { detail: 'Give block or unblock: the fingerprint of an application.' })
  const sub = signed.key.fingerprint
  const pair = { app: await getApplication(issuer, given), sub }
  return issuer.database.write(async (tx) => {
    await spend(tx, signed)
    if (block !== undefined) await blockApplication(tx, pair, issuer.clock.now())
    else await unblockApplication(tx, pair)
    await recordChange(tx, inboxTopic, sub)
    return listBlocked(tx, sub)
  })
}

/** Returns the application's fingerprint, even if it is revoked, so that its block can be lifted. */
async function getApplication(issuer: Issuer, identifier: string): Promise<string> {
  const row = await findKeyRow(issuer, identifier)
  if (row?.kind === 'application') return row.fingerprint
  throw problem('unknown-key', { detail: 'No application is registered under this fingerprint.' })
}
