import type { Command } from 'commander'
import { rotateSigningKey } from '../../platform/signing-keys/signing-keys.ts'
import { print } from './output.ts'
import { withContext } from './with-context.ts'

export function addSigningKeyCommands(program: Command): void {
  const signingKey = program.command('signing-key').description("the issuer's own keys")
  signingKey
    .command('rotate')
    .description('sign with a new key from now on; the old one stays published while its tokens live')
    .option('--json')
    .action(rotate)
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
