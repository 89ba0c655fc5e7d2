import { type Command, Option } from 'commander'
import { inviteOperator } from '../../platform/accounts/operators.ts'
import type { Role } from '../../platform/accounts/tables.ts'
import { print } from './output.ts'
import { withContext } from './with-context.ts'

type InviteOptions = { email: string; role: Role; name?: string; json?: boolean }

export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('people who run this server')
  operator
    .command('invite')
    .description('print a one-time link, good for a day, that signs an operator in to the console')
    .requiredOption('--email <address>')
    .option('--name <text>')
    .addOption(
      new Option('--role <role>')
        .choices(['owner', 'organiser', 'support', 'read-only'])
        .default('owner' satisfies Role),
    )
    .option('--json')
    .action(invite)
}

function invite(options: InviteOptions): Promise<void> {
  return withContext(async (context, config) => {
    const { email, role, name } = options
    const invitation = await inviteOperator(context, { email, role, name })
    // The token stands behind the hash: browsers send that part to nobody, so it reaches no log.
    const link = `${config.urls.console}/invitation#${invitation.token.reveal()}`
    const expiresAt = new Date(invitation.expiresAt).toISOString()
    print({ id: invitation.id, link, expiresAt }, `${link}\n\nIt works once, until ${expiresAt}.`, options)
  })
}
