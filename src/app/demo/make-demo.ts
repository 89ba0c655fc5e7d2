import { getDoor } from '../../events/attendance/attendance-door.ts'
import { checkIn } from '../../events/check-in/attendance-check-in.ts'
import { withConfiguration } from '../../events/configuration/configuration.ts'
import { putContact } from '../../events/contact/contact.ts'
import { createContactList } from '../../events/contact/contact-list.ts'
import { countContacts } from '../../events/contact/contact-list-store.ts'
import type { Events } from '../../events/events.ts'
import { importEvent } from '../../events/import/import-event.ts'
import type { RegistrationAnswer, RegistrationInput } from '../../events/records/registration.ts'
import { holdRegistration } from '../../events/registration/changes/hold-registration.ts'
import { changeStatus } from '../../events/registration/changes/transition.ts'
import { register, startRegistering } from '../../events/registration/register.ts'
import { startMoment } from '../../events/tracking.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { type Chance, createChance } from './chance.ts'
import { makeConference } from './conference.ts'
import { type Conference, lookUp } from './look-up.ts'
import { drawRegistration, withoutExtras } from './people.ts'
import { planWeeks, type Weeks } from './weeks.ts'

const SEED = 20_310_506
const AT_ONCE = 50
/** The number of different times at which people register. */
const MOMENTS = 300
const ACTOR = 'demo'

/** A clock that the demo sets, because its registrations are dated over weeks. */
export type DemoClock = { set(epochMs: number): void }
type Tools = { service: Events; clock: DemoClock; organisationId: string; registrations: number }

export type Demo = {
  event: { id: string; code: string }
  sessions: number
  registrations: number
  checkedIn: number
  contacts: number
}

/**
 * Creates everything in chronological order: some people register after the conference has begun, and come on its
 * second day.
 */
export async function makeDemo(tools: Tools): Promise<Demo> {
  const { service, clock, organisationId, registrations } = tools
  const weeks = planWeeks(service.clock.now())
  const chance = createChance(SEED)
  clock.set(weeks.announced)
  const document = makeConference(chance, weeks.midnight)
  const event = await service.database.write((tx) => importEvent(tx, service, { organisationId, document }))
  const conference = await lookUp(service, { organisationId, eventId: event.id })
  const inputs = Array.from({ length: registrations }, (_, index) =>
    drawRegistration(chance, conference, index + 1),
  )
  const work = { chance, conference, weeks }
  const begins = Math.floor(registrations * weeks.before)
  const early = await registerAll(tools, { ...work, inputs, from: 0, to: begins })
  await endSome(tools, { ...work, made: early })
  const [first, second] = weeks.mornings
  const guests = early.filter(({ registrationTypeId }) => registrationTypeId !== conference.typeId('WEB'))
  const prompt = new Set(guests.filter(() => chance.happens(0.8)))
  const onFirst = await letIn(tools, { ...work, people: [...prompt], morning: first })
  const late = await registerAll(tools, { ...work, inputs, from: begins, to: registrations })
  const made = [...early, ...late]
  const tardy = guests.filter((guest) => !prompt.has(guest) && chance.happens(0.5))
  const onSecond = await letIn(tools, { ...work, people: tardy, morning: second })
  const checkedIn = onFirst + onSecond
  const contacts = await listContacts(tools, made)
  return { event, sessions: document.sessions?.length ?? 0, registrations: made.length, checkedIn, contacts }
}

type Work = { chance: Chance; conference: Conference; weeks: Weeks }
type Inputs = { inputs: readonly RegistrationInput[]; from: number; to: number }

/** In small batches, so that registrations spread over the weeks, but not so small that many of them take long. */
async function registerAll(
  { service, clock }: Tools,
  { conference, weeks, inputs, from, to }: Work & Inputs,
): Promise<RegistrationAnswer[]> {
  const size = Math.min(AT_ONCE, Math.ceil(inputs.length / MOMENTS))
  const made: RegistrationAnswer[] = []
  for (let start = from; start < to; start += size) {
    clock.set(weeks.registeredAt(start / inputs.length))
    const some = inputs.slice(start, Math.min(start + size, to))
    made.push(...(await Promise.all(some.map((input) => registerOne(service, conference, input)))))
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
      service.database.write(async (tx) => {
        await startRegistering(tx, configuration.event.id)
        return register(tx, service, configuration, wanted)
      }),
    )
  try {
    return await attempt(input)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'capacity-full') throw error
    return attempt(withoutExtras(input, conference))
  }
}

/** Approves or declines some, and cancels others, so that the waiting list moves up. */
async function endSome(
  { service, clock }: Tools,
  { chance, conference, made, weeks }: Work & { made: readonly RegistrationAnswer[] },
): Promise<void> {
  clock.set(weeks.settled)
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

type Morning = { people: readonly RegistrationAnswer[]; morning: Weeks['mornings'][number] }

/**
 * Checks people in on one morning: at the entrance, and on the first day half of them at the keynote. Nobody if the
 * morning is still to come.
 */
async function letIn(
  { service, clock }: Tools,
  { chance, conference, weeks, people, morning }: Work & Morning,
): Promise<number> {
  if (morning.from >= morning.to) return 0
  const door = await getDoor(service.database, conference)
  const hall = await getDoor(service.database, { ...conference, sessionId: conference.keynoteId })
  const isFirst = morning === weeks.mornings[0]
  let count = 0
  for (let start = 0; start < people.length; start += AT_ONCE) {
    clock.set(Math.floor(morning.from + ((morning.to - morning.from) * start) / people.length))
    const scans = people.slice(start, start + AT_ONCE).map(async ({ id }) => {
      const scanner = 1 + chance.below(6)
      const input = {
        registrationId: id,
        method: 'scan' as const,
        device: `Scanner ${scanner}`,
        gate: scanner > 4 ? 'South' : 'Main entrance',
      }
      const heard = chance.happens(0.5) && isFirst
      for (const place of heard ? [door, hall] : [door]) {
        const checked = await service.database.write(async (tx) =>
          checkIn(tx, service, {
            door: place,
            input,
            ticket: undefined,
            moment: await startMoment(tx, service),
          }),
        )
        if (checked instanceof Problem) throw checked
      }
      count += 1
    })
    await Promise.all(scans.map((scan) => scan.catch(unlessUnexpected)))
  }
  return count
}

/** Ignores refusals of cancelled, waiting and pending attendees. */
function unlessUnexpected(error: unknown): void {
  if (!(error instanceof Problem) || error.code !== 'not-expected') throw error
}

/** Creates a list of people who asked for next year's programme. */
async function listContacts(
  { service, clock, organisationId }: Tools,
  made: readonly RegistrationAnswer[],
): Promise<number> {
  const wanted = made.filter(({ answers }) => answers.newsletter === true)
  clock.set(service.clock.now() + 1)
  return service.database.write(async (tx) => {
    const input = { name: 'Next year’s programme', description: 'From the registration form' }
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
