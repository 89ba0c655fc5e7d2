import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../../scripts/setup.js'
import { operations as consoleOperations } from '../../../src/console/operations.ts'
import { operations as eventsOperations } from '../../../src/events/console-api/operations.ts'
import { operations as registrationOperations } from '../../../src/events/registration-api/operations.ts'
import { operations as issuerOperations } from '../../../src/issuer/console-api/operations.ts'
import { operations as twofactorOperations } from '../../../src/twofactor/console-api/operations.ts'
import { readWhole } from '../../../web/ui/lists/whole-list.ts'

const tables: readonly Readonly<Record<string, object>>[] = [
  consoleOperations,
  eventsOperations,
  registrationOperations,
  issuerOperations,
  twofactorOperations,
]
/** The lists that come a page at a time. */
const paged = new Set(
  tables.flatMap((table) =>
    Object.entries(table).flatMap(([name, row]) =>
      'cursor' in ((row as { query?: { properties?: object } }).query?.properties ?? {}) ? [name] : [],
    ),
  ),
)
/** One page at a time is what is meant. */
const onePage: Readonly<Record<string, string>> = {
  'console/attendance/record-list.tsx listAttendanceRecords': 'turns pages',
  'console/events/base/status-counts.ts listRegistrations': 'asks for the count',
  'console/registrations/table/use-rows.ts listRegistrations': 'asks for the token of the latest change',
}

function sources(folder: string): string[] {
  return readdirSync(join(root, 'web', folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name))
}

/** From an opening parenthesis to the one that closes it. */
function inParentheses(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}

/** Calls of a paged list that neither follow its cursor nor let the reader ask for more. */
function onePageCalls(text: string): string[] {
  const followed = [...text.matchAll(/\b(?:readWhole|usePages)(?:<[^(]*>)?\(/g)].map(({ index, 0: call }) => {
    const start = index + call.length - 1
    return { start, end: inParentheses(text, start) }
  })
  return [...text.matchAll(/\.(list[A-Z]\w*)\(/g)].flatMap(({ index, 1: name = '' }) =>
    paged.has(name) && !followed.some(({ start, end }) => index > start && index < end) ? [name] : [],
  )
}

describe('the lists of the console', () => {
  it('are read to their end, or offer the rest', () => {
    const found = sources('console').flatMap((path) =>
      onePageCalls(readFileSync(join(root, 'web', path), 'utf8')).map((name) => `${path} ${name}`),
    )
    expect(found.filter((call) => !(call in onePage))).toEqual([])
    expect(Object.keys(onePage).filter((call) => !found.includes(call))).toEqual([])
  })

  it('would be found if they read one page and took it for all', () => {
    expect(onePageCalls('await api.listOptionGroups({ query: { pageSize: 200 } })')).toEqual([
      'listOptionGroups',
    ])
    expect(onePageCalls('readWhole((cursor) => api.listOptionGroups({ query: { cursor } }))')).toEqual([])
  })

  it('are followed from page to page, and not for ever', async () => {
    const pages = new Map<string | undefined, { data: number[]; nextCursor: string | null }>([
      [undefined, { data: [1, 2], nextCursor: 'a' }],
      ['a', { data: [], nextCursor: 'b' }],
      ['b', { data: [3], nextCursor: null }],
    ])
    const none = { data: [], nextCursor: null }
    expect(await readWhole(async (cursor) => ({ body: pages.get(cursor) ?? none }))).toEqual([1, 2, 3])
    const full = { data: Array.from({ length: 200 }, () => 1), nextCursor: 'on' }
    const endless = readWhole(async () => ({ body: full }))
    await expect(endless).rejects.toThrow('longer than')
  })
})
