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
import { add, answering, type Opened, type Printed } from './base/answering.ts'
import { CommandError } from './base/command-error.ts'
import { listing } from './base/output.ts'
import { readAll } from './base/read-all.ts'

type InviteOptions = { email: string; role: Role; name?: string; organisation?: string }
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
    .action(answering(invite))
  add(operator, 'list', 'list the operators').action(answering(list))
  add(operator, 'disable', 'sign an operator out everywhere, and keep them from signing in')
    .argument('<id or address>')
    .action(answering(disable))
}

async function invite({ context, config }: Opened, options: InviteOptions): Promise<Printed> {
  const { email, role, name, organisation } = options
  const organisationId =
    organisation === undefined ? undefined : await getOrganisationId(context, organisation)
  const invitation = await inviteOperator(context, { email, role, name, organisationId })
  const link = invitationLink(config.urls.console, invitation.token)
  const expiresAt = new Date(invitation.expiresAt).toISOString()
  const text = `${link}\n\nSend this link to ${email}. It works once, until ${expiresAt}.${reachOf(link)}`
  return { answer: { id: invitation.id, link, expiresAt }, text }
}

/** A new server answers its own machine only, where nobody else can open the link. */
function reachOf(link: string): string {
  if (!isLoopback(new URL(link).hostname)) return ''
  return '\nIt works only on this machine: for other people, set LANYARD_URL to an https address that they can reach.'
}

async function getOrganisationId(context: Context, name: string): Promise<string> {
  return (await context.database.write((tx) => getOrCreateOrganisation(tx, context, name))).id
}

async function list({ context }: Opened): Promise<Printed> {
  const operators = await readAll((from) => listOperators(context, from))
  const heading = ['id', 'address', 'role', 'organisation', 'state']
  const text = listing('No operators yet.', heading, operators.map(rowOf))
  return { answer: { operators: operators.map(jsonOf) }, text }
}

async function disable({ context }: Opened, idOrEmail: string): Promise<Printed> {
  const row =
    (await findOperator(context.database, idOrEmail)) ??
    (await findOperatorByEmail(context.database, idOrEmail))
  if (row === undefined)
    throw new CommandError('no operator has this id or address: see `lanyard operator list`')
  await changeOperator(context, row.id, { disabled: true, actor: localActor }).catch(tellRefusal)
  return { answer: { id: row.id, status: 'disabled' }, text: 'Operator disabled.' }
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
