import { type Command, Option } from 'commander'
import { isLoopback } from '../../kernel/base/ip-address.ts'
import type { Context } from '../../kernel/context.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { getOrCreateOrganisation } from '../../platform/accounts/organisations.ts'
import { localActor } from '../../platform/audit/entries.ts'
import { changeOperator, listOperators } from '../../platform/operators/directory.ts'
import { invitationLink, inviteOperator } from '../../platform/operators/invitations.ts'
import { roles } from '../../platform/operators/roles.ts'
import { findOperator, findOperatorByEmail } from '../../platform/operators/store.ts'
import type { Role } from '../../platform/operators/tables.ts'
import { CommandError } from './base/command-error.ts'
import { print, table } from './base/output.ts'
import { withContext } from './base/with-context.ts'

type InviteOptions = { email: string; role: Role; name?: string; organisation?: string; json?: boolean }
type Operators = Awaited<ReturnType<typeof listOperators>>

export function addOperatorCommands(program: Command): void {
  const operator = program.command('operator').description('people who can use the console')
  operator
    .command('invite')
    .description('print an invitation link to the console that works once, within 24 hours')
    .requiredOption('--email <address>')
    .option('--name <text>')
    .option(
      '--organisation <text>',
      'limit them to one organisation (default: all organisations and the server)',
    )
    .addOption(new Option('--role <role>').choices(roles).default('owner' satisfies Role))
    .option('--json')
    .action(invite)
  operator.command('list').description('list the operators').option('--json').action(list)
  operator
    .command('disable')
    .description('sign an operator out everywhere, and keep them from signing in')
    .argument('<id or address>')
    .option('--json')
    .action(disable)
}

function invite(options: InviteOptions): Promise<void> {
  return withContext(async (context, config) => {
    const { email, role, name, organisation } = options
    const organisationId =
      organisation === undefined ? undefined : await getOrganisationId(context, organisation)
    const invitation = await inviteOperator(context, { email, role, name, organisationId })
    const link = invitationLink(config.urls.console, invitation.token)
    const expiresAt = new Date(invitation.expiresAt).toISOString()
    print(
      { id: invitation.id, link, expiresAt },
      `${link}\n\nSend this link to ${email}. It works once, until ${expiresAt}.${reachOf(link)}`,
      options,
    )
  })
}

/** A new server answers its own machine only, where nobody else can open the link. */
function reachOf(link: string): string {
  if (!isLoopback(new URL(link).hostname)) return ''
  return '\nIt works only on this machine: for other people, set LANYARD_URL to an https address that they can reach.'
}

async function getOrganisationId(context: Context, name: string): Promise<string> {
  return (await context.database.write((tx) => getOrCreateOrganisation(tx, context, name))).id
}

function list(options: { json?: boolean }): Promise<void> {
  return withContext(async (context) => {
    const operators: Operators = []
    for (;;) {
      const after = operators.at(-1)?.id
      const page = await listOperators(context, after === undefined ? {} : { after })
      if (page.length === 0) break
      operators.push(...page)
    }
    const heading = ['id', 'address', 'role', 'organisation', 'state']
    const text = operators.length === 0 ? 'No operators yet.' : table([heading, ...operators.map(rowOf)])
    print({ operators: operators.map(jsonOf) }, text, options)
  })
}

function disable(idOrEmail: string, options: { json?: boolean }): Promise<void> {
  return withContext(async (context) => {
    const row =
      (await findOperator(context.database, idOrEmail)) ??
      (await findOperatorByEmail(context.database, idOrEmail))
    if (row === undefined)
      throw new CommandError('no operator has this id or address: see `lanyard operator list`')
    await changeOperator(context, row.id, { disabled: true, actor: localActor }).catch(tellRefusal)
    print({ id: row.id, status: 'disabled' }, 'Operator disabled.', options)
  })
}

function tellRefusal(error: unknown): never {
  throw error instanceof Problem ? new CommandError(error.detail) : error
}

function stateOf({ disabled_at, passkeys }: Operators[number]): 'disabled' | 'invited' | 'live' {
  if (disabled_at !== null) return 'disabled'
  return passkeys === 0 ? 'invited' : 'live'
}

function rowOf(operator: Operators[number]): string[] {
  const { id, email, role, organisation_name } = operator
  return [id, email, role, organisation_name ?? 'all', stateOf(operator)]
}

function jsonOf(operator: Operators[number]): object {
  const { id, email, name, role, organisation_name } = operator
  return { id, email, name, role, organisation: organisation_name, state: stateOf(operator) }
}
