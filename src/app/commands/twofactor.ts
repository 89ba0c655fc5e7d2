import type { Command } from 'commander'
import type { Context } from '../../kernel/context.ts'
import { getOrganisation } from '../../platform/accounts/organisations.ts'
import { findApplicationBySerial, findApplicationRow } from '../../platform/accounts/store.ts'
import { listGuardTrips, setOrganisationQuota } from '../../twofactor/guard/guard-trips.ts'
import { unlockUser } from '../../twofactor/users/unlock.ts'
import { readQuota } from './application-settings.ts'
import { add, answering, type Opened, type Printed } from './base/answering.ts'
import { CommandError } from './base/command-error.ts'
import { listing } from './base/output.ts'

export function addTwofactorCommands(program: Command): void {
  const twofactor = program
    .command('twofactor')
    .description('two-factor users, daily limits and SMS fraud protection')
  add(twofactor, 'unlock', 'unlock a user after too many wrong codes')
    .argument('<app_serial>', '`app_id` in GET /protected/json/app/details')
    .argument('<twofactor_id>')
    .action(answering(unlock))
  twofactor
    .command('quota')
    .description('limit the messages and calls per day of an organisation, over all of its applications')
    .argument('<organisation>', 'its name')
    .argument('<messages>', 'a whole number, or `off`')
    .option('--json')
    .action(answering(setQuota))
  add(
    twofactor,
    'guard',
    'list number ranges blocked for SMS pumping, and daily limits that were reached, newest first',
  ).action(answering(showGuard))
}

async function unlock({ context }: Opened, serial: string, id: string): Promise<Printed> {
  const app = isNumber(serial)
    ? await findApplicationBySerial(context.database, 'twofactor', Number(serial))
    : undefined
  if (app === undefined) throw new CommandError('no two-factor application has this number')
  const outcome = isNumber(id)
    ? await unlockUser(context, { applicationId: app.id, number: Number(id) })
    : 'unknown'
  if (outcome === 'unknown') throw new CommandError(`${app.name} has no such user`)
  const text = outcome === 'unlocked' ? 'The user is unlocked.' : 'The user was not locked.'
  return { answer: { app_id: app.serial, twofactor_id: Number(id), outcome }, text }
}

async function setQuota({ context }: Opened, name: string, messages: string): Promise<Printed> {
  const quota = messages === 'off' ? undefined : readQuota('<messages>', messages)
  const organisation = await getOrganisation(context.database, name, '<organisation>')
  await setOrganisationQuota(context, { organisationId: organisation.id, quota })
  const text =
    quota === undefined
      ? `${name} has no daily limit.`
      : `${name} can send ${quota} messages and calls per day.`
  return { answer: { organisation: name, quota: quota ?? null }, text }
}

async function showGuard({ context }: Opened): Promise<Printed> {
  const trips = await Promise.all((await listGuardTrips(context)).map((trip) => describe(context, trip)))
  const rows = trips.map((trip) => [
    trip.tripped_at,
    trip.reason,
    trip.range ?? '',
    trip.country ?? '',
    trip.application,
    String(trip.sends),
    String(trip.confirmed),
    String(trip.refused),
    trip.last_at,
  ])
  const heading = ['since', 'why', 'range', 'country', 'application', 'sent', 'confirmed', 'refused', 'until']
  return { answer: { trips }, text: listing('Nothing was blocked.', heading, rows) }
}

type Trip = Awaited<ReturnType<typeof listGuardTrips>>[number]

async function describe({ database }: Context, trip: Trip) {
  const application = await findApplicationRow(database, trip.application_id)
  return {
    reason: trip.reason,
    range: trip.reason === 'pumping' ? `+${trip.subject}` : null,
    country: trip.country,
    application: application?.name ?? trip.application_id,
    sends: trip.sends,
    confirmed: trip.verified,
    window_seconds: trip.window_ms / 1000,
    refused: trip.refused,
    tripped_at: new Date(trip.tripped_at).toISOString(),
    last_at: new Date(trip.last_at).toISOString(),
  }
}

function isNumber(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647
}
