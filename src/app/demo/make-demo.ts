import { checkIn } from '../../events/attendance/attendance-check-in.ts'
import { getDoor } from '../../events/attendance/attendance-door.ts'
import { withConfiguration } from '../../events/configuration/configuration.ts'
import { putContact } from '../../events/contacts/contact.ts'
import { createContactList } from '../../events/contacts/contact-list.ts'
import { countContacts } from '../../events/contacts/contact-list-store.ts'
import type { Events } from '../../events/events.ts'
import { importEvent } from '../../events/import/import-event.ts'
import { holdRegistration } from '../../events/registrations/hold-registration.ts'
import { register } from '../../events/registrations/register.ts'
import { changeStatus } from '../../events/registrations/transition.ts'
import type { RegistrationAnswer, RegistrationInput } from '../../events/schemas/registration.ts'
import { startMoment } from '../../events/tracking.ts'
import { Problem } from '../../kernel/problem.ts'
import { type Chance, createChance } from './chance.ts'
import { makeConference } from './conference.ts'
import { type Conference, lookUp } from './look-up.ts'
import { drawRegistration, withoutExtras } from './people.ts'
import { timeOf } from './schedule.ts'

const SEED = 20_310_506
const DAY_MS = 86_400_000
const AT_ONCE = 50
const ACTOR = 'demo'

/** A clock that the demo sets: its registrations were made over weeks. */
export type DemoClock = { set(epochMs: number): void }
type Tools = { service: Events; clock: DemoClock; organisationId: string; registrations: number }

export type Demo = {
  event: { id: string; code: string }
  sessions: number
  registrations: number
  checkedIn: number
  contacts: number
}

/** The conference began yesterday, so that its first day is over. */
export async function makeDemo(tools: Tools): Promise<Demo> {
  const { service, clock, organisationId } = tools
  const today = Math.floor(service.clock.now() / DAY_MS) * DAY_MS
  const midnight = today - DAY_MS
  const chance = createChance(SEED)
  clock.set(midnight - 80 * DAY_MS)
  const document = makeConference(chance, midnight)
  const event = await service.database.write((tx) => importEvent(tx, service, { organisationId, document }))
  const conference = await lookUp(service, { organisationId, eventId: event.id })
  const made = await registerAll(tools, { chance, conference, midnight })
  await endSome(tools, { chance, conference, made, midnight })
  const checkedIn = await letIn(tools, { chance, conference, made, midnight })
  const contacts = await listContacts(tools, made)
  return { event, sessions: document.sessions?.length ?? 0, registrations: made.length, checkedIn, contacts }
}

type Work = { chance: Chance; conference: Conference; midnight: number }
type Made = { made: readonly RegistrationAnswer[] }

/** More of them the nearer the day is. */
async function registerAll(
  { service, clock, registrations }: Tools,
  { chance, conference, midnight }: Work,
): Promise<RegistrationAnswer[]> {
  const made: RegistrationAnswer[] = []
  while (made.length < registrations) {
    const part = made.length / registrations
    clock.set(Math.floor(midnight - (1 - part * part) * 75 * DAY_MS - DAY_MS / 2))
    const count = Math.min(AT_ONCE, registrations - made.length)
    const inputs = Array.from({ length: count }, (_, index) =>
      drawRegistration(chance, conference, made.length + index + 1),
    )
    made.push(...(await Promise.all(inputs.map((input) => registerOne(service, conference, input)))))
  }
  return made
}

async function registerOne(
  service: Events,
  conference: Conference,
  input: RegistrationInput,
): Promise<RegistrationAnswer> {
  const attempt = (wanted: RegistrationInput) =>
    withConfiguration(service, conference, (configuration) =>
      service.database.write((tx) => register(tx, service, configuration, wanted)),
    )
  try {
    return await attempt(input)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'capacity-full') throw error
    return attempt(withoutExtras(input, conference))
  }
}

/** Some are approved or declined, some cancel: those who wait move up. */
async function endSome(
  { service, clock }: Tools,
  { chance, conference, made, midnight }: Work & Made,
): Promise<void> {
  clock.set(midnight - DAY_MS / 4)
  const { organisationId } = conference
  const change = (
    registrationId: string,
    status: 'confirmed' | 'declined' | 'cancelled',
    reason: string | null = null,
  ) =>
    holdRegistration(
      service,
      { organisationId, registrationId, actor: ACTOR },
      {
        work: (tx, held) => changeStatus(tx, service, held, { status, reason }),
      },
    )
  const reasons = ['ill', 'budget', 'travel', null, null]
  for (const { id, status } of made) {
    if (status === 'pending' && chance.happens(0.75)) {
      await change(id, chance.happens(0.9) ? 'confirmed' : 'declined').catch(unlessFull)
    } else if (status === 'confirmed' && chance.happens(0.03)) {
      await change(id, 'cancelled', chance.pick(reasons))
    }
  }
}

function unlessFull(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'capacity-full') throw error
}

/** Who came on the first morning, at the entrance and at the keynote. */
async function letIn(
  { service, clock }: Tools,
  { chance, conference, made, midnight }: Work & Made,
): Promise<number> {
  const door = await getDoor(service.database, conference)
  const hall = await getDoor(service.database, { ...conference, sessionId: conference.keynoteId })
  const guests = made.filter(({ registrationTypeId }) => registrationTypeId !== conference.typeId('WEB'))
  const coming = guests.filter(() => chance.happens(0.8))
  let count = 0
  for (let start = 0; start < coming.length; start += AT_ONCE) {
    clock.set(timeOf(midnight, 0, 465 + Math.floor((150 * start) / coming.length)))
    const scans = coming.slice(start, start + AT_ONCE).map(async ({ id }) => {
      const scanner = 1 + chance.below(6)
      const input = {
        registrationId: id,
        method: 'scan' as const,
        device: `Scanner ${scanner}`,
        gate: scanner > 4 ? 'South' : 'Main entrance',
      }
      const heard = chance.happens(0.5)
      for (const place of heard ? [door, hall] : [door])
        await service.database.write(async (tx) =>
          checkIn(tx, service, {
            door: place,
            input,
            ticket: undefined,
            moment: await startMoment(tx, service),
          }),
        )
      count += 1
    })
    await Promise.all(scans.map((scan) => scan.catch(unlessUnexpected)))
  }
  return count
}

/** Cancelled, waiting and pending ones are sent away. */
function unlessUnexpected(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'not-expected') throw error
}

/** Those who asked for the programme of next year. */
async function listContacts(
  { service, clock, organisationId }: Tools,
  made: readonly RegistrationAnswer[],
): Promise<number> {
  const wanted = made.filter(({ answers }) => answers.newsletter === true)
  clock.set(service.clock.now() + 1)
  return service.database.write(async (tx) => {
    const input = { name: 'Programme of next year', description: 'From the registration form' }
    const list = await createContactList(tx, service, { organisationId, input })
    const moment = await startMoment(tx, service)
    for (const { registrant, answers, id } of wanted) {
      const { firstName, lastName, email, company, title, phone } = registrant
      const contact = {
        ...{ firstName, lastName, email: email ?? '', company, title, phone },
        ...{
          countryCode: String(answers.country),
          language: 'en',
          externalId: id,
          customFields: { source: 'Passage' },
        },
      }
      await putContact(tx, service, { list, moment, input: contact, upsert: true })
    }
    await countContacts(tx, list.id, wanted.length)
    return wanted.length
  })
}
