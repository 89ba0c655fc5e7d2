import { askAll, connectInTurn } from '../load/connections.ts'
import { askOnce, type Exchange, readJson, request, type Turn } from '../load/exchange.ts'
import type { Program, ProgramPlace } from '../program.ts'
import type { SeedEvent } from '../seed-file.ts'
import { type Asked, type Plan, searchBody, sparseBody } from './questions.ts'

export type Side = {
  readonly place: ProgramPlace
  readonly rows: number
  readonly program: Program
  readonly seed: SeedEvent
  /** Of the farthest page that is asked for. */
  cursor: string
  /** Of the server, and of the database where that is another. */
  cpuMs(): number
}
type Sides = { few: Side; many: Side }

/** CPU time of a request in each round. */
export type Samples = { few: number[]; many: number[] }
export type Measured = {
  engine: 'sqlite' | 'postgres'
  few: number
  many: number
  samples: Record<Asked, Samples>
  pages: { few: number; many: number }
  plans: Plan[]
}

const PAGE = 100
const FARTHEST = 1_000
const CONNECTIONS = 8

export async function measureQuestions(
  sides: Sides,
  { rounds, limitMs }: { rounds: number; limitMs: number },
): Promise<Pick<Measured, 'samples' | 'pages'>> {
  const pages = { few: await walk(sides.few), many: await walk(sides.many) }
  const samples: Record<Asked, Samples> = {
    email: { few: [], many: [] },
    search: { few: [], many: [] },
    sparse: { few: [], many: [] },
    page: { few: [], many: [] },
  }
  // The first round only warms up; each side comes first in every second one.
  for (let round = 0; round <= rounds; round += 1) {
    for (const asked of Object.keys(samples) as Asked[]) {
      for (const name of round % 2 === 0 ? (['few', 'many'] as const) : (['many', 'few'] as const)) {
        const cost = await measure(sides[name], asked, limitMs)
        if (round > 0) samples[asked][name].push(cost)
      }
    }
  }
  return { samples, pages }
}

async function measure(side: Side, asked: Asked, limitMs: number): Promise<number> {
  const before = side.cpuMs()
  const load = { port: side.program.port, connections: CONNECTIONS, turn: turnOf(side, asked) }
  const [result] = await connectInTurn([load], limitMs)
  return ((side.cpuMs() - before) * 1000) / (result?.exchanges ?? Number.NaN)
}

function turnOf(side: Side, asked: Asked): Turn {
  const ask = asking(side)
  if (asked === 'search') return () => askOnce(ask('POST', '/search', JSON.stringify(searchBody)), 200)
  if (asked === 'sparse') return () => askOnce(ask('POST', '/search', JSON.stringify(sparseBody)), 200)
  if (asked === 'page') return () => askOnce(ask('GET', pagePath(side.cursor)), 200)
  let index = 0
  return () => {
    index += 1
    // 7919 is prime to the number of rows: neighbours in time are not neighbours in the table.
    return askOnce(ask('GET', `?email=grace.${(index * 7_919) % side.rows}%40example.org`), 200)
  }
}

function asking({ seed }: Side) {
  const headers = { 'x-api-key': seed.apiKey }
  return (method: string, rest: string, body?: string) =>
    request(method, `/registration/api/v1/events/${seed.eventId}/registrations${rest}`, {
      headers,
      ...(body === undefined ? {} : { type: 'application/json', body }),
    })
}

function pagePath(cursor: string): string {
  return `?pageSize=${PAGE}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
}

/** To the thousandth page, or the last that is full; gives its number. */
async function walk(side: Side): Promise<number> {
  const ask = asking(side)
  const last = Math.min(FARTHEST, Math.floor(side.rows / PAGE))
  let page = 1
  function* next(): Exchange {
    while (page < last) {
      const { paging } = readJson<{ paging: { nextCursor: string | null } }>(
        yield ask('GET', pagePath(side.cursor)),
        200,
      )
      side.cursor = paging.nextCursor ?? ''
      page += 1
    }
  }
  await askAll(side.program.port, [next()])
  return page
}
