import { createPublicKey } from 'node:crypto'
import { recountPlaces } from '../../events/manage/recount.ts'
import { recountStatuses } from '../../events/places/status-count-store.ts'
import type { Context } from '../../kernel/context.ts'
import { readPublicJwk, thumbprint } from '../../kernel/jwt/public-key.ts'
import { importPrivateKey } from '../../kernel/jwt/sign.ts'
import { verifyAudit } from '../../platform/audit/verification.ts'
import { countStuckMessages } from '../../platform/delivery/backlog-store.ts'
import { findRootKeyName } from '../../platform/installation/root-key.ts'
import { countStuckJobs } from '../../platform/jobs/backlog-store.ts'
import { openPrivateKey } from '../../platform/signing-keys/signing-keys.ts'
import { findActiveKey } from '../../platform/signing-keys/store.ts'
import type { Purpose, SigningKeyRow } from '../../platform/signing-keys/tables.ts'
import { attempt, type Finding, fault, good } from './base/findings.ts'

const CURE = 'run `lanyard check --recount` to correct it'
const stuckMs = 60 * 60 * 1000
const purposes: readonly Purpose[] = ['issuer', 'issuer-test']

type Repair = { readonly recount: boolean }
type Look = (context: Context, repair: Repair) => Promise<Finding[]>

const sealed: Readonly<Record<string, Look>> = { audit: checkAudit, 'signing keys': checkSigningKeys }
const open: Readonly<Record<string, Look>> = {
  jobs: checkJobs,
  messages: checkMessages,
  places: checkPlaces,
}

/** Checks the tables' content, each part separately, so that a fault in one hides none in another. */
export async function checkContents(context: Context, repair: Repair): Promise<Finding[]> {
  const rootKey = await checkRootKey(context)
  // With the wrong root key, everything encrypted with the right one would look damaged.
  const looks = { ...(rootKey.ok ? sealed : {}), ...open }
  const findings = [rootKey]
  for (const [name, look] of Object.entries(looks))
    findings.push(...(await attempt(name, () => look(context, repair))))
  return findings
}

async function checkRootKey({ database, vault }: Context): Promise<Finding> {
  const name = await findRootKeyName(database)
  if (name === undefined || name === vault.fingerprint)
    return good('root key', `fingerprint ${vault.fingerprint}`)
  return fault('root key', `the database was created with the key ${name}, but this is ${vault.fingerprint}`)
}

async function checkAudit(context: Context): Promise<Finding[]> {
  const { blocks, entries, unsealed, faults } = await verifyAudit(context)
  if (faults.length > 0) return faults.map((line) => fault('audit', line))
  return [
    good('audit', `${entries} entries in ${blocks} blocks are intact; ${unsealed} are too recent to check`),
  ]
}

async function checkSigningKeys(context: Context): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const purpose of purposes) {
    const key = await findActiveKey(context.database, purpose)
    if (key === undefined) continue
    findings.push(...(await attempt('signing keys', async () => [checkSigningKey(context, key)])))
  }
  return findings.length > 0 ? findings : [good('signing keys', 'none yet')]
}

function checkSigningKey(context: Context, row: SigningKeyRow): Finding {
  const { x } = createPublicKey(importPrivateKey(openPrivateKey(context, row))).export({ format: 'jwk' })
  const published = readPublicJwk(JSON.parse(row.public_jwk))
  if (x !== published.x || row.kid !== thumbprint(published))
    return fault('signing keys', `${row.kid} (${row.purpose}) is published with another public key`)
  return good('signing keys', `${row.kid} (${row.purpose}) opens`)
}

async function checkJobs({ database, clock }: Context): Promise<Finding[]> {
  return [good('jobs', describe(await countStuckJobs(database, clock.now() - stuckMs)))]
}

async function checkMessages({ database, clock }: Context): Promise<Finding[]> {
  return [good('messages', describe(await countStuckMessages(database, clock.now() - stuckMs)))]
}

/** Compares the counters of sold places with the registrations. */
async function checkPlaces({ database }: Context, { recount }: Repair): Promise<Finding[]> {
  const findings: Finding[] = []
  let events = 0
  for await (const { id, code, faults } of recountPlaces(database)) {
    events += 1
    if (recount && faults.some(({ ofStatus }) => ofStatus))
      await database.write((tx) => recountStatuses(tx, id))
    for (const { text, ofStatus } of faults)
      if (recount && ofStatus) findings.push(good('places', `${code}: ${text}: corrected`))
      else findings.push(fault('places', `${code}: ${text}${ofStatus ? `: ${CURE}` : ''}`))
  }
  return findings.length > 0
    ? findings
    : [good('places', `the counters match the registrations (events: ${events})`)]
}

/** A stopped server explains overdue ones, and a gateway that is down those given up, so neither counts as damage. */
function describe({ overdue, failed }: { overdue: number; failed: number }): string {
  return `${overdue} overdue by an hour or more, ${failed} failed for good`
}
