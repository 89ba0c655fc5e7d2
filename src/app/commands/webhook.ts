import { type Command, Option } from 'commander'
import type { Context } from '../../kernel/context.ts'
import { OutboundRefused } from '../../kernel/outbound/errors.ts'
import { createOutbound } from '../../kernel/outbound/request.ts'
import {
  ensureOrganisation,
  getOrganisation,
  listOrganisations,
} from '../../platform/accounts/organisations.ts'
import {
  createWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  replayDelivery,
  rotateWebhookSecret,
  webhookEvents,
} from '../../platform/webhooks/endpoints.ts'
import type { Config } from '../config/config.ts'
import { VERSION } from '../config/version.ts'
import { add, answering, type Opened, type Printed } from './base/answering.ts'
import { CommandError } from './base/command-error.ts'
import { listing } from './base/output.ts'

type CreateOptions = {
  service: string
  url: string
  events?: string
  application?: string
  organisation?: string
}

export function addWebhookCommands(program: Command): void {
  const webhook = program
    .command('webhook')
    .description('notify your own servers of events (Standard Webhooks)')
  webhook
    .command('create')
    .description('create a webhook; prints its secret once')
    .addOption(new Option('--service <service>').choices(Object.keys(webhookEvents)).default('issuer'))
    .requiredOption('--url <address>')
    .option('--events <list>', 'comma-separated (default: all events of the service)')
    .option('--application <fingerprint>', 'issuer: only events of this application')
    .option('--organisation <name>', 'events: the organisation to notify about')
    .option('--json')
    .action(answering(create))
  add(webhook, 'list', 'list the webhooks').action(answering(list))
  add(webhook, 'remove', 'delete a webhook; what is still waiting for it is not sent')
    .argument('<id>')
    .action(answering(remove))
  add(webhook, 'rotate', 'create a new secret; the old one stays valid for a day')
    .argument('<id>')
    .action(answering(rotate))
  add(webhook, 'deliveries', 'list the last 100 deliveries, newest first')
    .argument('<id>')
    .action(answering(deliveries))
  add(webhook, 'replay', 'resend a delivery').argument('<delivery>').action(answering(replay))
}

async function create({ context, config }: Opened, options: CreateOptions): Promise<Printed> {
  const { service, url } = options
  const subject = await subjectOf(context, options)
  const events = options.events?.split(',').map((event) => event.trim())
  const { id, secret } = await createWebhook(context, { service, url, events, subject }, checkerOf(config))
  const text = `${secret.reveal()}\n\nSave the secret now: it won’t be shown again. Id: ${id}`
  return { answer: { id, secret: secret.reveal() }, text }
}

/** The application or organisation that it is limited to: an organisation never receives another's events. */
async function subjectOf(context: Context, { service, application, organisation }: CreateOptions) {
  if (service !== 'events') return application
  const found =
    organisation === undefined
      ? await context.database.write((tx) => ensureOrganisation(tx, context))
      : await getOrganisation(context.database, organisation, '--organisation')
  return found.id
}

const howToAllow =
  'To allow it, set LANYARD_OUTBOUND_ALLOW for the server and for this command, for example in lanyard.config.json.'

function isAllowable({ reason }: OutboundRefused): boolean {
  return reason === 'host' || reason === 'address' || reason === 'port'
}

/** Checks URLs with the server's own guard and settings. */
function checkerOf(config: Config): (url: string) => void {
  const outbound = createOutbound({ allow: config.security.outboundAllow, userAgent: `Lanyard/${VERSION}` })
  return (url) => {
    try {
      outbound.check(url)
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error
      throw new CommandError(isAllowable(error) ? `${error.message} ${howToAllow}` : error.message)
    }
  }
}

async function list({ context }: Opened): Promise<Printed> {
  const webhooks = await listWebhooks(context)
  const names = new Map((await listOrganisations(context, undefined)).map(({ id, name }) => [id, name]))
  const rows = webhooks.map(({ id, service, url, events, subject, disabled_at }) => [
    id,
    service,
    url,
    events,
    names.get(subject ?? '') ?? subject ?? 'all',
    disabled_at === null ? 'live' : 'removed',
  ])
  const heading = ['id', 'service', 'url', 'events', 'for', 'state']
  return { answer: { webhooks }, text: listing('There are no webhooks.', heading, rows) }
}

async function remove({ context }: Opened, id: string): Promise<Printed> {
  if (!(await removeWebhook(context, id)))
    throw new CommandError('no active webhook has this id: see `lanyard webhook list`')
  return { answer: { id, status: 'removed' }, text: 'Webhook deleted.' }
}

async function rotate({ context }: Opened, id: string): Promise<Printed> {
  const secret = await rotateWebhookSecret(context, id)
  if (secret === undefined)
    throw new CommandError('no active webhook has this id: see `lanyard webhook list`')
  const text = `${secret.reveal()}\n\nWe also sign with the old secret for one more day.`
  return { answer: { id, secret: secret.reveal() }, text }
}

async function deliveries({ context }: Opened, id: string): Promise<Printed> {
  const found = await listDeliveries(context, id)
  if (found === undefined) throw new CommandError('no webhook has this id: see `lanyard webhook list`')
  const rows = found.map(({ id: delivery, type, state, attempts, last_status, created_at }) => [
    delivery,
    type,
    state,
    String(attempts),
    String(last_status ?? ''),
    new Date(created_at).toISOString(),
  ])
  const heading = ['id', 'type', 'state', 'attempts', 'answer', 'since']
  return { answer: { deliveries: found }, text: listing('No deliveries yet.', heading, rows) }
}

async function replay({ context }: Opened, delivery: string): Promise<Printed> {
  if (!(await replayDelivery(context, delivery))) throw new CommandError('no finished delivery has this id')
  return { answer: { id: delivery, status: 'queued' }, text: 'Resending it.' }
}
