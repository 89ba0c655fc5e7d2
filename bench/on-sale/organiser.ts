import { setTimeout as sleep } from 'node:timers/promises'
import { createEvent, insist, type Organiser } from '../api/scene.ts'

const CODE = 'ON-SALE'
export const PAGE_PATH = `/e/${CODE}`
const PAGE_SIZE = 200
const LOOK_MS = 250
const LONGEST_MS = 180_000

const form = {
  sections: [
    {
      title: 'About you',
      fields: [
        { name: 'role', label: 'What do you do?', type: 'text', required: true },
        {
          name: 'diet',
          label: 'What do you eat?',
          type: 'select',
          required: true,
          choices: ['all', 'vegetarian', 'vegan'].map((value) => ({ value, label: value })),
        },
      ],
    },
  ],
}

/**
 * Gives the path of the event. An address may register several times: then the answer to the page's form leads to the
 * buyer's own page, and the token of the form alone makes a repeated order the same order.
 */
export async function openSale(organiser: Organiser, places: number): Promise<string> {
  const path = await createEvent(organiser, {
    code: CODE,
    title: 'A conference that everybody wants to see',
    capacity: places,
    waitlistEnabled: true,
    multiplePerEmail: true,
  })
  await insist(organiser, 'POST', `${path}/registrationtypes`, { name: 'Full' })
  await insist(organiser, 'PUT', `${path}/registrationform`, form)
  return path
}

export type Counters = { readonly registered: number; readonly waitlisted: number }

/** Waits until all places are taken: cancelled ones go to the waiting list, some of them by a job. */
export async function awaitRest(organiser: Organiser, path: string, places: number): Promise<Counters> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const { registeredCount, waitlistedCount } = await insist(organiser, 'GET', path)
    const counters = { registered: Number(registeredCount), waitlisted: Number(waitlistedCount) }
    if (counters.registered === places || waited > LONGEST_MS) return counters
    await sleep(LOOK_MS)
  }
}

export type Entry = {
  readonly id: string
  readonly status: string
  readonly registrant: { readonly email: string }
  readonly registeredAt: string
}
type Page = { readonly data: readonly Entry[]; readonly paging: { readonly nextCursor: string | null } }

/** Every registration for the event. */
export async function listEntries(organiser: Organiser, path: string): Promise<Entry[]> {
  const entries: Entry[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const place: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page = (await insist(
      organiser,
      'GET',
      `${path}/registrations?pageSize=${PAGE_SIZE}${place}`,
    )) as Page
    for (const { id, status, registrant, registeredAt } of page.data)
      entries.push({ id, status, registrant: { email: registrant.email }, registeredAt })
    cursor = page.paging.nextCursor
  }
  return entries
}
