import type { Command } from 'commander'
import { findEventByCode } from '../../events/manage/event-change-store.ts'
import { createIds } from '../../kernel/base/id.ts'
import type { Context } from '../../kernel/context.ts'
import { foldCase } from '../../kernel/text/words.ts'
import { createApiKey } from '../../platform/accounts/api-keys.ts'
import {
  demoOrganisation,
  ensureOrganisation,
  getOrCreateOrganisation,
} from '../../platform/accounts/organisations.ts'
import { createChangeFeed } from '../../platform/changes/feed.ts'
import { createFigures } from '../../platform/figures/figures.ts'
import type { Config } from '../config/config.ts'
import { CODE } from '../demo/conference.ts'
import { type Demo, type DemoClock, makeDemo } from '../demo/make-demo.ts'
import { createEvents } from '../services/events.ts'
import { answering, type Opened, type Printed } from './base/answering.ts'
import { CommandError } from './base/command-error.ts'

type Options = { registrations: string }

const MOST = 100_000

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('create a second organisation with a realistic conference, and API keys for it')
    .option('--registrations <number>', 'number of registrations', '3000')
    .option('--json')
    .action(answering(demo))
}

async function demo({ context, config }: Opened, options: Options): Promise<Printed> {
  const registrations = readCount(options.registrations)
  const known = await findEventByCode(context.database, foldCase(CODE))
  if (known !== undefined) {
    const again = `lanyard key create --service events --name demo --organisation "${demoOrganisation}"`
    const where = whereToLook({ id: known.id, organisationId: known.organisation_id }, config)
    const text = `The demo already exists: ${CODE}, ${known.id}.\n\n${where}\n\nTo create another API key for it: ${again}`
    return { answer: { made: false, event: { id: known.id, code: CODE } }, text }
  }
  const { id: organisationId } = await context.database.write(async (tx) => {
    // Create the default organisation before the demo's own, so that later data without a named organisation goes
    // there.
    await ensureOrganisation(tx, context)
    return getOrCreateOrganisation(tx, context, demoOrganisation)
  })
  const made = await fill(context, config, { organisationId, registrations })
  const keyOf = async (service: 'events' | 'twofactor') =>
    (await createApiKey(context, { service, name: 'Demo', organisation: demoOrganisation })).key.reveal()
  const keys = { events: await keyOf('events'), twofactor: await keyOf('twofactor') }
  const answer = { made: true, organisation: demoOrganisation, ...made, keys }
  return { answer, text: describe({ ...made, organisationId }, keys, config) }
}

/** Uses a separate clock, because the demo's data is dated over the weeks before now. */
async function fill(
  context: Context,
  config: Config,
  wanted: { organisationId: string; registrations: number },
): Promise<Demo> {
  let now = context.clock.now()
  const clock: DemoClock = { set: (epochMs) => (now = epochMs) }
  const demoClock = { ...context.clock, now: () => now }
  const ids = createIds({ clock: demoClock, random: context.random })
  const changes = createChangeFeed(context)
  const demoContext = { ...context, clock: demoClock, ids }
  const figures = createFigures(demoContext)
  const app = createEvents({ config, context: demoContext, changes, count: figures.count })
  await changes.start()
  try {
    return await makeDemo({ service: app.service, clock, ...wanted })
  } finally {
    await app.stop()
    await figures.stop()
    await changes.stop()
  }
}

function readCount(text: string): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 0 && count <= MOST) return count
  throw new CommandError(`--registrations must be a whole number from 0 to ${MOST}`)
}

function describe(
  { event, sessions, registrations, checkedIn, contacts, organisationId }: Demo & { organisationId: string },
  keys: { events: string; twofactor: string },
  { urls }: Config,
): string {
  return `Created a second organisation, “${demoOrganisation}”, with the demo event ${event.code}:
${sessions} sessions, ${registrations} registrations, ${checkedIn} people checked in, ${contacts} contacts.

${whereToLook({ id: event.id, organisationId }, { urls })}

API keys (save them now: they won’t be shown again):

  Events       ${keys.events}
  Two-factor   ${keys.twofactor}

Try the API:

  curl -H 'X-API-Key: ${keys.events}' ${urls.registration}/api/v1/events/${event.id}
  curl -H 'X-API-Key: ${keys.events}' '${urls.registration}/api/v1/events/${event.id}/registrations?status=waitlisted'
  curl -H 'X-API-Key: ${keys.events}' ${urls.registration}/api/v1/events/${event.id}/attendance
  curl -H 'X-API-Key: ${keys.events}' ${urls.registration}/api/v1/events/${event.id}/schedule.ics
  curl -H 'X-API-Key: ${keys.events}' '${urls.eventdata}/attendees?q=ada'`
}

/** Addresses for a browser. The console opens in the organisation that was used last. */
function whereToLook(
  { id, organisationId }: { id: string; organisationId: string },
  { urls }: Pick<Config, 'urls'>,
): string {
  return `Open these while the server is running:

  Registration page   ${urls.pages}/${CODE}
  Console             ${urls.console}/o/${organisationId}/events/${id}

In the console, choose “${demoOrganisation}” in the menu to see its events.`
}
