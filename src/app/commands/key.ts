import { type Command, Option } from 'commander'
import { type ApiKey, createApiKey, listApiKeys, revokeApiKey } from '../../platform/accounts/api-keys.ts'
import type { Service } from '../../platform/accounts/tables.ts'
import { readSettings, type SettingOptions } from './application-settings.ts'
import { CommandError } from './base/command-error.ts'
import { print, table } from './base/output.ts'
import { withContext } from './base/with-context.ts'

type CreateOptions = {
  service: Service
  name: string
  organisation?: string
  scopes?: string
  json?: boolean
} & SettingOptions

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys of the two-factor and the event services')
  key
    .command('create')
    .description('make an application (two-factor) or an API key (events) and print the key once')
    .addOption(new Option('--service <service>').choices(['twofactor', 'events']).makeOptionMandatory())
    .requiredOption('--name <text>', 'what the key is for')
    .option('--organisation <text>', 'found by its name, created if new; left out: the first one')
    .option('--scopes <list>', 'comma-separated; left out: all of the service')
    .option('--callback <url>', 'two-factor: is told how each approval ends')
    .addOption(
      new Option('--callback-method <method>', 'two-factor: POST where left out').choices(['GET', 'POST']),
    )
    .addOption(
      new Option('--code-length <digits>', 'two-factor: of sent codes, 7 where left out').choices([
        '6',
        '7',
        '8',
      ]),
    )
    .option('--no-sms', 'two-factor: never sends an SMS')
    .option('--no-voice', 'two-factor: never calls')
    .option('--quota <number>', 'two-factor: messages and calls a day; no bound where left out')
    .option('--json')
    .action(createKey)
  key.command('list').description('all keys, without the keys themselves').option('--json').action(listKeys)
  key
    .command('revoke')
    .description('refuse the key from now on, in every process')
    .argument('<id>')
    .option('--json')
    .action(revokeKey)
}

function createKey(options: CreateOptions): Promise<void> {
  return withContext(async (context, config) => {
    const scopes = options.scopes?.split(',').map((scope) => scope.trim())
    const { service, name, organisation } = options
    const settings = readSettings(options, config)
    const created = await createApiKey(context, { service, name, organisation, scopes, settings })
    const answer = { id: created.id, key: created.key.reveal(), organisation: created.organisation.name }
    const text = `${answer.key}\n\nKeep it: it is not shown again. Id ${answer.id}, organisation ${answer.organisation}.`
    print(answer, text, options)
  })
}

function listKeys(options: { json?: boolean }): Promise<void> {
  return withContext(async (context) => {
    const keys: ApiKey[] = []
    for (;;) {
      const after = keys.at(-1)?.id
      const page = await listApiKeys(context, after === undefined ? {} : { after })
      if (page.length === 0) break
      keys.push(...page)
    }
    const heading = ['id', 'key', 'service', 'name', 'organisation', 'made', 'state']
    const now = context.clock.now()
    const rows = keys.map((key) => rowOf(key, now))
    const text = keys.length === 0 ? 'There are no keys.' : table([heading, ...rows])
    print({ keys: keys.map(jsonOf) }, text, options)
  })
}

function revokeKey(id: string, options: { json?: boolean }): Promise<void> {
  return withContext(async (context) => {
    const outcome = await revokeApiKey(context, id)
    if (outcome === 'unknown') throw new CommandError('no key has this id: see `lanyard key list`')
    const text = outcome === 'revoked' ? 'The key is revoked.' : 'The key was revoked before.'
    print({ id, status: 'revoked' }, text, options)
  })
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
