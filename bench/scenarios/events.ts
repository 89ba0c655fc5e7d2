import { readFileSync } from 'node:fs'
import { askAll, openSocket } from '../load/connections.ts'
import { askOnce, type Exchange, readJson, request } from '../load/exchange.ts'
import { oncePerTarget } from '../load/target.ts'
import { personOf } from '../people.ts'
import type { Prepare, Scenario, Target } from '../scenario.ts'
import type { Seed, SeedEvent } from '../seed-file.ts'
import { READ, WRITE } from '../targets.ts'

const ATTENDEES = 1_000
const PAGE = 100

const eventOf = oncePerTarget(
  async ({ seedFile }) => (JSON.parse(readFileSync(seedFile, 'utf8')) as Seed).events,
)
const peopleOf = oncePerTarget(async () => ({ made: 0 }))

function pathOf({ eventId }: SeedEvent): string {
  return `/registration/api/v1/events/${eventId}`
}

/** Somebody else each time. */
function registration(event: SeedEvent, number: number): Buffer {
  return request('POST', `${pathOf(event)}/registrations`, {
    headers: { 'x-api-key': event.apiKey },
    type: 'application/json',
    body: JSON.stringify(personOf(event, number)),
  })
}

export const prepareRegistrations: Prepare = async (target) => {
  const event = await eventOf(target)
  const people = await peopleOf(target)
  return () => askOnce(registration(event, people.made++), 201)
}

/** Between two people who register beside what is measured: 50 a second. */
const PAUSE_MS = 20

/** Registers somebody if it is time to. To be called again and again while a program is under load. */
export async function keepRegistering(target: Target): Promise<() => void> {
  const event = await eventOf(target)
  const people = await peopleOf(target)
  const socket = await openSocket(target.port)
  socket.resume()
  let last = 0
  return () => {
    const now = performance.now()
    if (now - last < PAUSE_MS) return
    last = now
    socket.write(registration(event, people.made++))
  }
}

/** Attendees that are there to be read. */
const attendeesOf = oncePerTarget(async (target) => {
  const event = await eventOf(target)
  const people = await peopleOf(target)
  const ids: string[] = []
  function* register(): Exchange {
    const { attendees } = readJson<{ attendees: { id: string }[] }>(
      yield registration(event, people.made++),
      201,
    )
    ids.push(attendees[0]?.id ?? '')
  }
  await askAll(target.port, Array.from({ length: ATTENDEES }, register))
  return ids
})

export const prepareReads: Prepare = async (target) => {
  const event = await eventOf(target)
  const headers = { 'x-api-key': event.apiKey }
  const requests = (await attendeesOf(target)).map((id) =>
    request('GET', `${pathOf(event)}/attendees/${id}`, { headers }),
  )
  let index = 0
  return () => {
    index += 1
    return askOnce(requests[(index * 7_919) % requests.length] ?? Buffer.alloc(0), 200)
  }
}

/** Full pages in the order of the list; the first one asks without a cursor. */
const pagesOf = oncePerTarget(async (target) => {
  const event = await eventOf(target)
  await attendeesOf(target)
  const pages: Buffer[] = []
  function* walk(): Exchange {
    let cursor: string | null = ''
    while (cursor !== null && pages.length < ATTENDEES / PAGE) {
      const place: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
      const page = request('GET', `${pathOf(event)}/attendees?pageSize=${PAGE}${place}`, {
        headers: { 'x-api-key': event.apiKey },
      })
      type Page = { data: unknown[]; paging: { nextCursor: string | null } }
      const { data, paging }: Page = readJson<Page>(yield page, 200)
      if (data.length === PAGE) pages.push(page)
      cursor = paging.nextCursor
    }
  }
  await askAll(target.port, [walk()])
  return pages
})

const preparePages: Prepare = async (target) => {
  const pages = await pagesOf(target)
  let index = 0
  return () => {
    index += 1
    return askOnce(pages[index % pages.length] ?? Buffer.alloc(0), 200)
  }
}

export const eventRows: readonly Scenario[] = [
  {
    name: 'registration',
    title: 'POST /registrations, four answers',
    target: WRITE,
    prepare: prepareRegistrations,
  },
  { name: 'attendee', title: 'GET /attendees/{id}', target: READ, prepare: prepareReads },
  {
    name: 'attendees',
    title: 'GET /attendees, 100 rows',
    target: READ,
    rowsEach: PAGE,
    prepare: preparePages,
  },
]
