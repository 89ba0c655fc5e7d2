import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { within } from '../speed.ts'
import type { Answer, Json } from './scene.ts'

export type Followed = { id: string; version: number; updatedAt: string }
type Call = <B>(path: string) => Promise<Answer<B>>
type Page = { data: Followed[]; paging: { nextCursor: string | null } }

/** A client that keeps a copy by following a list. */
export type Follower = {
  /** What it has, by id. */
  readonly copy: ReadonlyMap<string, Followed>
  readonly pages: () => number
  /** Asks once; gives the number of records it was told of. */
  step(): Promise<number>
}

/** From the beginning by a time, then by the token of each page; a record in the same version twice is a fault. */
export function follow(call: Call, path: string, pageSize = 50): Follower {
  const copy = new Map<string, Followed>()
  const seen = new Set<string>()
  let since = '2000-01-01T00:00:00Z'
  let pages = 0
  return {
    copy,
    pages: () => pages,
    async step() {
      const query = `pageSize=${pageSize}&includeDeleted=true&updatedSince=${encodeURIComponent(since)}`
      const answer = await call<Page>(`${path}?${query}`)
      expect([answer.status, answer.text.slice(0, 500)]).toEqual([200, expect.any(String)])
      pages += 1
      for (const record of answer.body.data) {
        const name = `${record.id} ${record.version}`
        expect(seen.has(name), `${name} came twice`).toBe(false)
        seen.add(name)
        expect(record.version).toBeGreaterThan(copy.get(record.id)?.version ?? 0)
        copy.set(record.id, record)
      }
      since = answer.headers.get('x-sync-token') ?? ''
      return answer.body.data.length
    },
  }
}

/** What was committed is settled once no older transaction runs anywhere on the server: asked until it is there. */
export async function followUntil(follower: Follower, is: () => boolean): Promise<void> {
  // On PostgreSQL a transaction of another suite, which shares the server, holds up what is told.
  const end = performance.now() + within(60_000)
  for (; !is() && performance.now() < end; await delay(20)) await follower.step()
}

/** By nextCursor, from the first page to the last. */
export async function walk(call: Call, path: string, pageSize = 20): Promise<Followed[]> {
  const found: Followed[] = []
  for (let cursor: string | null = null; ; ) {
    const after: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const { body }: Answer<Page> = await call<Page>(`${path}?pageSize=${pageSize}${after}`)
    found.push(...body.data)
    cursor = body.paging.nextCursor
    if (cursor === null) return found
  }
}

export function versionsOf(records: Iterable<Followed>): Json {
  return Object.fromEntries([...records].map(({ id, version }) => [id, version]))
}
