import { expect } from 'vitest'
import { PATIENCE } from '../speed.ts'
import type { Answer, Json, Organiser } from './scene.ts'

export const lists = '/registration/api/v1/contactlists'
export type Paged<T = Json> = {
  data: T[]
  paging: { nextCursor: string | null; prevCursor: string | null; totalCount?: number }
}
export type Contact = { id: string; email: string; version: number; status: string } & Json
export type BulkResult = { index: number; status: number; data?: Contact; problem?: Json }

let names = 0

/** A new list, and its address for contacts. */
export async function createList(organiser: Organiser, input: Json = {}): Promise<string> {
  const { body } = await organiser.call<{ id: string }>('POST', lists, {
    body: { name: `List ${++names}`, ...input },
  })
  return `${lists}/${body.id}`
}

export function addContact(organiser: Organiser, list: string, body: unknown): Promise<Answer<Contact>> {
  return organiser.call<Contact>('POST', `${list}/contacts`, { body })
}

export async function countOf(organiser: Organiser, list: string): Promise<number> {
  return (await organiser.call<{ contactCount: number }>('GET', list)).body.contactCount
}

/** Reads what changed until so many have: transactions of other tests on the same server hold back what is settled. */
export async function follow(
  organiser: Organiser,
  path: string,
  { since, count }: { since: string | null; count: number },
): Promise<Answer<Paged>> {
  let last: Answer<Paged> | undefined
  await expect
    .poll(async () => {
      last = await organiser.call<Paged>('GET', `${path}?includeDeleted=true&updatedSince=${since}`)
      return last.body.data.length
    }, PATIENCE)
    .toBeGreaterThanOrEqual(count)
  if (last === undefined) throw new Error('nothing was read')
  return last
}
