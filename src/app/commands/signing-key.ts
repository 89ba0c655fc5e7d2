import type { Command } from 'commander'
import { rotateSigningKey, withdrawSigningKey } from '../../platform/signing-keys/signing-keys.ts'
import { listNewestKeys } from '../../platform/signing-keys/store.ts'
import type { SigningKeyRow } from '../../platform/signing-keys/tables.ts'
import { add, answering, type Opened, type Printed } from './base/answering.ts'
import { CommandError } from './base/command-error.ts'
import { fingerprintArgument } from './base/fingerprint-argument.ts'
import { table } from './base/output.ts'

const MOST_KEYS = 100

export function addSigningKeyCommands(program: Command): void {
  const signingKey = program.command('signing-key').description('keys that the server signs sign-ins with')
  add(signingKey, 'list', 'list the keys: which one signs, which are still published, which are gone').action(
    answering(list),
  )
  signingKey
    .command('rotate')
    .description('sign with a new key from now on; the old one stays published until its tokens expire')
    .option('--json')
    .action(answering(rotate))
  add(signingKey, 'withdraw', 'withdraw a leaked key: every token it signed is refused from now on')
    .addArgument(fingerprintArgument())
    .action(answering(withdraw))
}

async function list({ context: { database, clock } }: Opened): Promise<Printed> {
  const rows = await listNewestKeys(database, MOST_KEYS)
  const keys = rows.map((row) => ({
    kid: row.kid,
    purpose: row.purpose,
    state: stateOf(row, clock.now()),
    createdAt: new Date(row.created_at).toISOString(),
  }))
  const lines = table(keys.map(({ kid, purpose, state, createdAt }) => [kid, purpose, state, createdAt]))
  return { answer: { keys }, text: keys.length === 0 ? 'No keys yet: the first sign-in creates one.' : lines }
}

function stateOf({ retired_at, expires_at }: SigningKeyRow, now: number): 'signs' | 'published' | 'gone' {
  if (retired_at === null) return 'signs'
  return (expires_at ?? 0) > now ? 'published' : 'gone'
}

async function rotate({ context }: Opened): Promise<Printed> {
  const { kid, retired } = await rotateSigningKey(context, 'issuer')
  const text =
    retired === undefined
      ? `Tokens are signed by ${kid}.`
      : `Tokens are signed by ${kid}, no longer by ${retired}.`
  return { answer: { kid, retired: retired ?? null }, text }
}

async function withdraw({ context }: Opened, kid: string): Promise<Printed> {
  const { outcome, successor } = await withdrawSigningKey(context, kid)
  if (outcome === 'unknown')
    throw new CommandError(`no signing key has the id ${kid}: see \`lanyard signing-key list\``)
  const signs = successor === undefined ? '' : ` Tokens are signed by ${successor} now.`
  const text =
    outcome === 'done'
      ? `${kid} was withdrawn before.`
      : `${kid} is withdrawn: tokens it signed are refused.${signs} Other servers may cache the published keys for up to 5 minutes.`
  return { answer: { kid, withdrawn: outcome === 'withdrawn', successor: successor ?? null }, text }
}
