import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { exchange } from '../http-client.ts'
import { within } from '../speed.ts'

type Settings = Readonly<Record<string, string>>
export type Made = { id: string; status: string; waitlistPosition: number | null }
export type Reply = { status: number; body: Record<string, unknown>; text: string }

/** Somebody who wants a place, what was told, and when. */
export type Buyer = {
  readonly name: string
  readonly sentAt: number
  readonly answeredAt: number
  readonly made: Made
}

type Sending = { body?: unknown; headers?: Settings }

/** One request at one server; undefined where it went away without an answer. */
async function sendOnce(
  url: string,
  key: string,
  method: string,
  { body, headers = {} }: Sending,
): Promise<Reply | undefined> {
  try {
    const { status, text } = await exchange(url, {
      method,
      headers: {
        'x-api-key': key,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status, body: text === '' ? {} : JSON.parse(text), text }
  } catch {
    return undefined
  }
}

const PATIENCE_MS = within(120_000)

/** A client of several servers: one that is gone or puts it off is left for the next. */
export function patientPeer(urls: readonly string[], key: string) {
  return async (turn: number, method: string, path: string, sending: Sending = {}): Promise<Reply> => {
    const deadline = performance.now() + PATIENCE_MS
    for (let attempt = 0; performance.now() < deadline; attempt++) {
      const url = urls[(turn + attempt) % urls.length] ?? ''
      const reply = await sendOnce(url + path, key, method, sending)
      if (reply !== undefined && reply.status !== 503) return reply
      await delay(10)
    }
    throw new Error(`${method} ${path} has no answer from any server`)
  }
}

export type Peer = ReturnType<typeof patientPeer>

export async function createSale(peer: Peer, event: Record<string, unknown>): Promise<string> {
  const { status, body, text } = await peer(0, 'POST', '/registration/api/v1/events', {
    body: {
      code: 'SALE',
      title: 'Sale',
      format: 'in-person',
      status: 'published',
      start: '2031-05-06T09:00:00+02:00',
      end: '2031-05-07T18:00:00+02:00',
      timezone: 'Europe/Berlin',
      ...event,
    },
  })
  expect([status, text]).toEqual([201, expect.any(String)])
  return `/registration/api/v1/events/${body.id}`
}

/** As one person: a retry after a lost answer carries the same key. */
export async function buy(peer: Peer, path: string, turn: number): Promise<Buyer> {
  const name = `buyer.${turn}`
  const registrant = { firstName: 'Grace', lastName: name, email: `${name}@example.org` }
  const sentAt = performance.now()
  const { status, body, text } = await peer(turn, 'POST', `${path}/registrations`, {
    body: { registrant },
    headers: { 'idempotency-key': name },
  })
  expect([status, text]).toEqual([201, expect.any(String)])
  return { name, sentAt, answeredAt: performance.now(), made: body as Made }
}

/** So many in all, so many of them at once; `midway` runs when half have an answer. */
export async function buyAll(
  count: number,
  work: (turn: number) => Promise<Buyer>,
  { atOnce = 64, midway = async () => {} }: { atOnce?: number; midway?: () => Promise<void> } = {},
): Promise<Buyer[]> {
  const buyers: Buyer[] = []
  let next = 0
  let interrupted: Promise<void> | undefined
  const one = async () => {
    while (next < count) {
      buyers.push(await work(next++))
      if (buyers.length >= count / 2) interrupted ??= midway()
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, one))
  await interrupted
  return buyers
}

export async function listAll(peer: Peer, path: string, query = ''): Promise<Made[]> {
  const all: Made[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`
    const { body } = await peer(0, 'GET', `${path}/registrations?pageSize=200${query}${after}`)
    const page = body as { data: Made[]; paging: { nextCursor: string | null } }
    all.push(...page.data)
    cursor = page.paging.nextCursor
  }
  return all
}

/** Whoever was told before another asked stands before it. */
export function expectInOrder(buyers: readonly Buyer[], position: ReadonlyMap<string, number>): void {
  const line = buyers
    .filter(({ made }) => position.has(made.id))
    .sort((a, b) => (position.get(a.made.id) ?? 0) - (position.get(b.made.id) ?? 0))
  let latest = { name: '', sentAt: 0 }
  const overtaken: string[] = []
  for (const buyer of line) {
    if (buyer.answeredAt < latest.sentAt) overtaken.push(`${buyer.name} by ${latest.name}`)
    if (buyer.sentAt > latest.sentAt) latest = buyer
  }
  expect(overtaken).toEqual([])
}
