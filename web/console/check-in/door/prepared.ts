import { change, findRecord, idsFrom, listIds, listRecords, putRecords } from './database.ts'
import { type DoorPlace, doorIdOf, type Pack, type PackHead, readPack } from './pack.ts'
import { type Person, type PersonLine, readPerson } from './person.ts'
import { dropScans, listScans } from './queue.ts'

type Part = { readonly id: string; readonly lines: readonly PersonLine[] }

/** Smaller differences are caused by the network. */
const CLOCK_SLACK_MS = 2_000
const LOCK = 'lanyard-prepare-door'
/** Parts per turn; the page is redrawn in between. */
const PARTS_A_TURN = 10
/** For this long, another door may still report an earlier scan. */
const SENT_KEPT_MS = 2 * 86_400_000

export function findPack(place: DoorPlace): Promise<Pack | undefined> {
  return findRecord<Pack>('packs', doorIdOf(place))
}

/** Everyone on the list by id; later lines replace earlier ones. */
export async function loadPeople({ generation, parts }: Pack): Promise<Map<string, Person>> {
  const people = new Map<string, Person>()
  for (let first = 0; first < parts; first += PARTS_A_TURN) {
    const range = IDBKeyRange.bound(partId(generation, first), partId(generation, first + PARTS_A_TURN - 1))
    for (const { lines } of await listRecords<Part>('parts', range)) takeLines(people, lines)
  }
  return people
}

export function takeLines(people: Map<string, Person>, lines: readonly PersonLine[]): void {
  for (const line of lines) {
    const person = readPerson(line)
    if (person === undefined) people.delete(line[0])
    else people.set(person.id, person)
  }
}

/** Stores a new list beside the current one, and replaces it when the new one is complete. */
export function storePack(
  place: DoorPlace,
  body: ReadableStream<Uint8Array>,
  onCount: (count: number) => void,
): Promise<Pack> {
  return navigator.locks.request(LOCK, () => storeWhole(place, body, onCount))
}

async function storeWhole(
  place: DoorPlace,
  body: ReadableStream<Uint8Array>,
  onCount: (count: number) => void,
): Promise<Pack> {
  const generation = crypto.randomUUID()
  let head: PackHead | undefined
  let [parts, count] = [0, 0]
  try {
    await readPack(body, {
      onHead: (read) => {
        head = read
      },
      onLines: async (lines) => {
        await putRecords('parts', [{ id: partId(generation, parts), lines } as Part])
        parts += 1
        count += lines.length
        onCount(count)
      },
    })
    if (head === undefined) throw new TypeError('the list is empty')
  } catch (error) {
    await change((transaction) => transaction.objectStore('parts').delete(idsFrom(`${generation}/`)))
    throw error
  }
  const pack: Pack = { ...packOf(place, head), generation, parts }
  const old = await findPack(place)
  await change((transaction) => {
    transaction.objectStore('packs').put(pack)
    if (old !== undefined) transaction.objectStore('parts').delete(idsFrom(`${old.generation}/`))
  })
  return pack
}

/** Adds changes; returns the lines, or undefined if the list has been replaced. */
export async function updatePack(
  pack: Pack,
  body: ReadableStream<Uint8Array>,
): Promise<{ pack: Pack; lines: PersonLine[] } | undefined> {
  let head: PackHead = pack.head
  const lines: PersonLine[] = []
  await readPack(body, {
    onHead: (read) => {
      head = read
    },
    onLines: async (read) => void lines.push(...read),
  })
  const parts = lines.length === 0 ? pack.parts : pack.parts + 1
  const updated: Pack = {
    ...packOf(pack, head),
    generation: pack.generation,
    preparedAt: pack.preparedAt,
    parts,
  }
  let isCurrent = false
  await change((transaction) => {
    const packs = transaction.objectStore('packs')
    const known: IDBRequest<Pack | undefined> = packs.get(updated.id)
    known.onsuccess = () => {
      isCurrent = known.result?.generation === pack.generation
      if (!isCurrent) return
      packs.put(updated)
      if (lines.length > 0)
        transaction
          .objectStore('parts')
          .put({ id: partId(pack.generation, pack.parts), lines } satisfies Part)
    }
  })
  return isCurrent ? { pack: updated, lines } : undefined
}

function packOf({ organisationId, eventId, sessionId }: DoorPlace, head: PackHead) {
  const at = Date.parse(head.at)
  const ahead = at - Date.now()
  return {
    id: doorIdOf({ eventId, sessionId }),
    organisationId,
    eventId,
    sessionId,
    head,
    aheadMs: Math.abs(ahead) < CLOCK_SLACK_MS ? 0 : ahead,
    preparedAt: at,
    freshAt: at,
  }
}

function partId(generation: string, part: number): string {
  return `${generation}/${String(part).padStart(6, '0')}`
}

/** Deletes all lists from this device. Unsent scans stay: they are records, not part of the list. */
export function forgetPrepared(): Promise<void> {
  return change((transaction) => {
    transaction.objectStore('packs').clear()
    transaction.objectStore('parts').clear()
  })
}

/** Deletes the list of one door. */
export async function forgetPack({ id, generation }: Pack): Promise<void> {
  await change((transaction) => {
    transaction.objectStore('packs').delete(id)
    transaction.objectStore('parts').delete(idsFrom(`${generation}/`))
  })
}

/** Deletes lists of events that are over, incomplete lists, and scans that were sent long ago. */
export async function forgetOld(now: number): Promise<void> {
  const sent = (await listScans()).filter(({ state, at }) => state === 'sent' && at < now - SENT_KEPT_MS)
  if (sent.length > 0) await dropScans(sent.map(({ id }) => id))
  const packs = await listRecords<Pack>('packs')
  for (const pack of packs) if (Date.parse(pack.head.keepUntil) < now) await forgetPack(pack)
  // Only if no list is being stored right now: its parts belong to no list yet.
  await navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    const known = new Set((await listRecords<Pack>('packs')).map(({ generation }) => generation))
    const left = (await listIds('parts')).filter((id) => !known.has(id.split('/')[0] ?? ''))
    if (left.length === 0) return
    await change((transaction) => {
      for (const id of left) transaction.objectStore('parts').delete(id)
    })
  })
}
