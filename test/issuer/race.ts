import { setTimeout as delay } from 'node:timers/promises'
import { expect } from 'vitest'
import { jobTopic } from '../../src/issuer/base/job-views.ts'
import type { IssuerTables, JobStatus } from '../../src/issuer/base/tables.ts'
import type { Database } from '../../src/kernel/database/database.ts'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import { isFollowedAlone, onLocalChange } from '../../src/platform/changes/local.ts'
import type { ChangesTables } from '../../src/platform/changes/tables.ts'
import type { HttpClient, Reply } from '../http-client.ts'
import type { Dice } from '../seed.ts'
import type { IssuerPlace } from './party.ts'
import { answerTo, type Scene } from './scene.ts'

const jobRow = statementsOf<IssuerTables>()((db, p: { job: string }) =>
  db.selectFrom('issuer_jobs').selectAll().where('job', '=', p.job),
)
const endsTold = statementsOf<ChangesTables>()((db, p: { job: string }) =>
  db.selectFrom('changes').select('seq').where('topic', '=', 'issuer-job').where('key', '=', p.job),
)

const ways = ['approve', 'deny', 'cancel', 'log in'] as const
type Way = (typeof ways)[number]
type Entry = { way: Way; send: () => Promise<Reply | undefined> }

/** A cancellation has no signature to verify: without a handicap it is always the first. */
const HANDICAP_MS = 100

export type Race = {
  scene: Scene
  /** All of the same issuer; entrants and readers go round. */
  places: readonly IssuerPlace[]
  client: HttpClient
  dice: Dice
  entrants: number
  /** Something that happens while they run. */
  meanwhile?: () => Promise<void> | void
  /** Each place is one process, whose readers never see an end go away again. */
  sticky?: boolean
}

/** A busy machine may put some off. */
const PUT_OFF = 503

/** Everybody who would end a job does so at once, while others read it. Gives how it ended. */
export async function race(given: Race): Promise<JobStatus> {
  const { scene, places, client, dice, entrants, meanwhile, sticky = true } = given
  const entries = Array.from({ length: entrants }, (_, n) =>
    enter(scene, places[n % places.length], client, dice),
  )
  let running = true
  const readers = Promise.all(
    [...places, ...places].map(({ url }, n) => {
      const name = n < places.length ? scene.created.job : scene.created.ticket
      return readToTheEnd(client, `${url}/issuer/scope/${name}`, () => running)
    }),
  )
  const sent = Promise.all(entries.map(async ({ way, send }) => ({ way, reply: await send() })))
  await meanwhile?.()
  const replies = await sent
  running = false
  return judge(replies, await readers, sticky)
}

/** Every status that it saw, until the race is over and the end has reached this reader too. */
async function readToTheEnd(client: HttpClient, url: string, isRunning: () => boolean): Promise<string[]> {
  const seen: string[] = []
  for (;;) {
    const wasRunning = isRunning()
    const reply = await client.send('GET', url)
    if (reply?.status === PUT_OFF) continue
    const status = reply?.status === 200 ? String(JSON.parse(reply.body).status) : `refused: ${reply?.status}`
    seen.push(status)
    if (!wasRunning && status !== 'outstanding') return seen
  }
}

function enter(scene: Scene, place: IssuerPlace | undefined, client: HttpClient, dice: Dice): Entry {
  if (place === undefined) throw new Error('a race needs an issuer')
  const way = ways[dice.between(0, ways.length)] as Way
  const { job, ticket } = scene.created
  const base = `${place.url}/issuer`
  if (way === 'cancel') {
    const lateMs = dice.between(0, HANDICAP_MS)
    return { way, send: () => delay(lateMs).then(() => client.send('DELETE', `${base}/scope/${job}`)) }
  }
  const status = { approve: 'completed', deny: 'denied', 'log in': undefined }[way]
  const token = answerTo(place, scene, { status })
  return way === 'log in'
    ? { way, send: () => client.send('POST', `${base}/login`, token) }
    : { way, send: () => client.send('PUT', `${base}/scope/${ticket}`, token) }
}

/** One end took effect: everybody else was told that the job is closed, and no reader ever saw another. */
function judge(
  replies: readonly { way: Way; reply: Reply | undefined }[],
  seen: readonly string[][],
  sticky: boolean,
): JobStatus {
  const end = seen[0]?.at(-1) as JobStatus
  for (const statuses of seen) {
    expect(new Set(statuses.filter((status) => status !== 'outstanding'))).toEqual(new Set([end]))
    if (sticky) expect(new Set(statuses.slice(statuses.indexOf(end)))).toEqual(new Set([end]))
  }
  const accepted = (way: Way) =>
    replies.filter((entry) => entry.way === way && entry.reply?.status === 200).length
  const completed = accepted('approve') + accepted('log in')
  const ends = { completed, denied: accepted('deny'), cancelled: Math.min(1, accepted('cancel')) }
  expect(ends).toEqual({
    completed: 0,
    denied: 0,
    cancelled: 0,
    ...(end === 'timed_out' ? {} : { [end]: 1 }),
  })
  const refused = replies.filter(({ reply }) => reply?.status !== 200 && reply?.status !== PUT_OFF)
  for (const { reply } of refused)
    expect([reply?.status, reply?.body]).toEqual([409, expect.stringContaining('closed-job')])
  return end
}

/** Notes which jobs this process is told of. */
export function noteTold(database: Database): string[] {
  const told: string[] = []
  onLocalChange(database, ({ topic, key }) => topic === jobTopic && told.push(key), { isAlone: false })
  return told
}

/** Storage agrees, and the end was told once: to the process itself where it serves alone, else in a row for all. */
export async function expectOneEnd(
  database: Database,
  job: string,
  { end, told }: { end: JobStatus; told?: readonly string[] },
): Promise<void> {
  const row = await database.first(jobRow, { job })
  expect(row?.status).toBe(end)
  expect([row?.token !== null, row?.answered_by !== null, row?.ended_at !== null]).toEqual([
    end === 'completed',
    end === 'completed' || end === 'denied',
    true,
  ])
  const rows = await database.all(endsTold, { job })
  expect(rows).toHaveLength(isFollowedAlone(database) ? 0 : 1)
  if (told !== undefined && rows.length === 0) expect(told.filter((key) => key === job)).toHaveLength(1)
}
