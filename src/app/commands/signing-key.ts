import type { Command } from 'commander'
import { rotateSigningKey, withdrawSigningKey } from '../../platform/signing-keys/signing-keys.ts'
import { listNewestKeys } from '../../platform/signing-keys/store.ts'
import type { SigningKeyRow } from '../../platform/signing-keys/tables.ts'
import { CommandError } from './base/command-error.ts'
import { fingerprintArgument } from './base/fingerprint-argument.ts'
import { print, table } from './base/output.ts'
import { withContext } from './base/with-context.ts'

const MOST_KEYS = 100

export function addSigningKeyCommands(program: Command): void {
  const signingKey = program.command('signing-key').description('keys that the server signs sign-ins with')
  signingKey
    .command('list')
    .description('list the keys: which one signs, which are still published, which are gone')
    .option('--json')
    .action(list)
  signingKey
    .command('rotate')
    .description('sign with a new key from now on; the old one stays published until its tokens expire')
    .option('--json')
    .action(rotate)
  signingKey
    .command('withdraw')
    .description('withdraw a leaked key: every token it signed is refused from now on')
    .addArgument(fingerprintArgument())
    .option('--json')
    .action(withdraw)
}

function list(options: { json?: boolean }): Promise<void> {
  return withContext(async ({ database, clock }) => {
    const rows = await listNewestKeys(database, MOST_KEYS)
    const keys = rows.map((row) => ({
      kid: row.kid,
      purpose: row.purpose,
      state: stateOf(row, clock.now()),
      createdAt: new Date(row.created_at).toISOString(),
    }))
    const lines = table(keys.map(({ kid, purpose, state, createdAt }) => [kid, purpose, state, createdAt]))
    print({ keys }, keys.length === 0 ? 'No keys yet: the first sign-in creates one.' : lines, options)
  })
}

function stateOf({ retired_at, expires_at }: SigningKeyRow, now: number): 'signs' | 'published' | 'gone' {
  if (retired_at === null) return 'signs'
  return (expires_at ?? 0) > now ? 'published' : 'gone'
}

function rotate(options: { json?: boolean }): Promise<void> {
  return withContext(async (context) => {
    const { kid, retired } = await rotateSigningKey(context, 'issuer')
    const text =
      retired === undefined
        ? `Tokens are signed by ${kid}.`
        : `Tokens are signed by ${kid}, no longer by ${retired}.`
    print({ kid, retired: retired ?? null }, text, options)
  })
}

function withdraw(kid: string, options: { json?: boolean }): Promise<void> {
  return withContext(async (context) => {
    const { outcome, successor } = await withdrawSigningKey(context, kid)
    if (outcome === 'unknown')
      throw new CommandError(`no signing key has the id ${kid}: see \`lanyard signing-key list\``)
    const signs = successor === undefined ? '' : ` Tokens are signed by ${successor} now.`
    const text =
      outcome === 'done'
        ? `${kid} was withdrawn before.`
        : `${kid} is withdrawn: tokens it signed are refused.${signs} Other servers may cache the published keys for up to 5 minutes.`
    print({ kid, withdrawn: outcome === 'withdrawn', successor: successor ?? null }, text, options)
  })
}
