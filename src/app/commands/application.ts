import type { Command } from 'commander'
import type { KeyRow } from '../../issuer/base/tables.ts'
import { findByIdentifier } from '../../issuer/console-api/keys.ts'
import { verifyApplicationName } from '../../issuer/keys/key-changes.ts'
import { answering, type Opened, type Printed } from './base/answering.ts'
import { CommandError } from './base/command-error.ts'
import { fingerprintArgument } from './base/fingerprint-argument.ts'

export function addApplicationCommands(program: Command): void {
  const application = program.command('application').description('applications that people sign in to')
  application
    .command('verify')
    .description('verify the current name of an application: the authenticator shows it as verified')
    .addArgument(fingerprintArgument())
    .option('--json')
    .action(answering(verify))
}

async function verify({ context }: Opened, identifier: string): Promise<Printed> {
  const key = await findByIdentifier(context, identifier)
  const name = key === undefined ? undefined : await verifyApplicationName(context, key.fingerprint)
  if (key === undefined || name === undefined) throw new CommandError(objection(key))
  const text = `${name} is verified: ${key.fingerprint}. If it changes its name, it is no longer verified.`
  return { answer: { fingerprint: key.fingerprint, name, verified: true }, text }
}

function objection(key: KeyRow | undefined): string {
  if (key === undefined) return 'no identity has this fingerprint: enter all 43 characters'
  if (key.revoked_at !== null) return 'this key is revoked'
  if (key.kind !== 'application')
    return 'this identity belongs to a person: only applications have names to verify'
  return 'this application has no name: it sets one with PUT /key'
}
