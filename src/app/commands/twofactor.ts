import type { Command } from 'commander'
import { findApplicationBySerial } from '../../platform/accounts/store.ts'
import { unlockUser } from '../../twofactor/unlock.ts'
import { CommandError } from './command-error.ts'
import { print } from './output.ts'
import { withContext } from './with-context.ts'

export function addTwofactorCommands(program: Command): void {
  const twofactor = program.command('twofactor').description("the two-factor service's users")
  twofactor
    .command('unlock')
    .description('forget the wrong tokens of a user who is locked out')
    .argument('<app_serial>', '`app_id` in GET /protected/json/app/details')
    .argument('<twofactor_id>')
    .option('--json')
    .action(unlock)
}

function unlock(serial: string, id: string, options: { json?: boolean }): Promise<void> {
  return withContext(async (context) => {
    const app = isNumber(serial)
      ? await findApplicationBySerial(context.database, 'twofactor', Number(serial))
      : undefined
    if (app === undefined) throw new CommandError('no two-factor application has this serial')
    const outcome = isNumber(id)
      ? await unlockUser(context, { applicationId: app.id, number: Number(id) })
      : 'unknown'
    if (outcome === 'unknown') throw new CommandError(`${app.name} has no such user`)
    const text = outcome === 'unlocked' ? 'The user is unlocked.' : 'The user was not locked.'
    print({ app_id: app.serial, twofactor_id: Number(id), outcome }, text, options)
  })
}

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
}
