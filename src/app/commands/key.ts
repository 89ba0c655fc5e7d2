import { type Command, Option } from 'commander'
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../platform/accounts/api-keys.ts'
import type { Service } from '../../platform/accounts/tables.ts'
import { readSettings, type SettingOptions } from './application-settings.ts'
import { add, answering, type Opened, type Printed } from './base/answering.ts'
import { CommandError } from './base/command-error.ts'
import { listing } from './base/output.ts'
import { readAll } from './base/read-all.ts'

type CreateOptions = {
  service: Service
  name: string
  organisation?: string
  scopes?: string
} & SettingOptions

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys for two-factor and events')
  key
    .command('create')
    .description('create an application (two-factor) or an API key (events), and print the key once')
    .addOption(new Option('--service <service>').choices(['twofactor', 'events']).makeOptionMandatory())
    .requiredOption('--name <text>', 'what the key is for')
    .option('--organisation <text>', 'by name, created if it does not exist (default: the first one)')
    .option('--scopes <list>', 'comma-separated (default: all scopes of the service)')
    .option('--callback <url>', 'two-factor: URL that gets the result of each approval')
    .addOption(
      new Option('--callback-method <method>', 'two-factor (default: POST)').choices(['GET', 'POST']),
    )
    .addOption(
      new Option('--code-length <digits>', 'two-factor: length of codes (default: 7)').choices([
        '6',
        '7',
        '8',
      ]),
    )
    .option('--no-sms', 'two-factor: never send SMS')
    .option('--no-voice', 'two-factor: never call')
    .option('--quota <number>', 'two-factor: messages and calls per day (default: no limit)')
    .option('--json')
    .action(answering(createKey))
  add(key, 'list', 'list all keys, without the keys themselves').action(answering(listKeys))
  add(key, 'revoke', 'revoke a key: it stops working at once').argument('<id>').action(answering(revokeKey))
}

async function createKey({ context, config }: Opened, options: CreateOptions): Promise<Printed> {
  const scopes = options.scopes?.split(',').map((scope) => scope.trim())
  const { service, name, organisation } = options
  const settings = readSettings(options, config)
  const created = await createApiKey(context, { service, name, organisation, scopes, settings })
  const answer = { id: created.id, key: created.key.reveal(), organisation: created.organisation.name }
  const text = `${answer.key}\n\nSave the key now: it won’t be shown again. Organisation: ${answer.organisation}. Id: ${answer.id}`
  return { answer, text }
}

async function listKeys({ context }: Opened): Promise<Printed> {
  const keys = await readAll((from) => listApiKeys(context, from))
  const heading = ['id', 'key', 'service', 'name', 'organisation', 'created', 'state']
  const now = context.clock.now()
  const rows = keys.map((key) => rowOf(key, now))
  return { answer: { keys: keys.map(jsonOf) }, text: listing('No keys yet.', heading, rows) }
}

async function revokeKey({ context }: Opened, id: string): Promise<Printed> {
  const outcome = await revokeApiKey(context, id)
  if (outcome === 'unknown') throw new CommandError('no key has this id: see `lanyard key list`')
  const text = outcome === 'revoked' ? 'Key revoked.' : 'This key was already revoked.'
  return { answer: { id, status: 'revoked' }, text }
}

function rowOf(key: ApiKey, now: number): string[] {
  const isOver = key.endsAt !== undefined && key.endsAt <= now
  const state = key.revokedAt !== undefined ? 'revoked' : isOver ? 'ended' : 'live'
  return [
    key.id,
    `${key.hint}…`,
    key.service,
    key.name,
    key.organisation,
    timeText(key.createdAt) ?? '',
    state,
  ]
}

function jsonOf({ createdAt, revokedAt, lastUsedAt, endsAt, ...key }: ApiKey): object {
  return {
    ...key,
    createdAt: timeText(createdAt),
    revokedAt: timeText(revokedAt) ?? null,
    lastUsedAt: timeText(lastUsedAt) ?? null,
    endsAt: timeText(endsAt) ?? null,
  }
}

function timeText(time: number | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toISOString()
}
