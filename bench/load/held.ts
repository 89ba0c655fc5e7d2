import type { Socket } from 'node:net'
import { ISSUER_URL } from '../programs.ts'
import { percentile } from '../statistics.ts'
import { readAnswer } from './answer.ts'
import { askAll, openSocket } from './connections.ts'
import { askOnce, type Exchange, readJson, request } from './exchange.ts'
import { createParty, type Party } from './party.ts'

/** `open` makes the jobs, `hold` a poll of each, `wake` approves some, `leave` ends the polls. */
export type HeldOrder =
  | { kind: 'open'; port: number; count: number }
  | { kind: 'hold' }
  | { kind: 'wake'; count: number }
  | { kind: 'leave' }

/** From the approval's departure to the poll's answer. */
export type HeldResult = { p50Ms: number; p99Ms: number }

type Created = { job: string; ticket: string; number: string }
type Poll = { socket: Socket; answered: Promise<void> }

const AT_ONCE = 200
const JWT = 'application/jwt'

let port = 0
let person: Party = createParty(ISSUER_URL)
let jobs: Created[] = []
let polls: Poll[] = []

export async function openHeldJobs(order: { port: number; count: number }): Promise<undefined> {
  port = order.port
  jobs = []
  person = createParty(ISSUER_URL)
  await askAll(port, [
    askOnce(request('POST', '/issuer/key', { type: JWT, body: person.token({ sub: person.raw }) }), 201),
  ])
  const body = JSON.stringify({ scope: 'name', expires_in: 3_600 })
  function* open(): Exchange {
    jobs.push(readJson(yield request('POST', '/issuer/scope', { type: 'application/json', body }), 201))
  }
  await askAll(port, Array.from({ length: order.count }, open))
}

export async function holdPolls(): Promise<undefined> {
  polls = []
  for (let start = 0; start < jobs.length; start += AT_ONCE)
    polls.push(...(await Promise.all(jobs.slice(start, start + AT_ONCE).map(hold))))
}

/** Asks again whenever the wait is over before the job is, and a second later where it is put off. */
async function hold({ job }: Created): Promise<Poll> {
  const asked = request('GET', `/issuer/scope/${job}?wait=25`)
  const socket = await openSocket(port)
  const answered = new Promise<void>((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      const answer = readAnswer(received, false)
      if (answer === undefined) return
      received = Buffer.alloc(0)
      const { status } = answer.reply
      if (status === 503) setTimeout(() => socket.write(asked), 1_000)
      else if (status !== 200) reject(new Error(`a held poll was answered with ${status}`))
      else if (readJson<{ status: string }>(answer.reply, 200).status === 'outstanding') socket.write(asked)
      else resolve()
    })
  })
  // Polls that end with the run are nobody's concern.
  answered.catch(() => {})
  socket.write(asked)
  return { socket, answered }
}

/** One after the other, spread over all: each time is that of one approval among many held polls. */
export async function wakePolls({ count }: { count: number }): Promise<HeldResult> {
  const times: number[] = []
  const control = await openSocket(port)
  let approval: Buffer = Buffer.alloc(0)
  // A server that is busy puts it off: that time counts.
  control.on('data', (answer) => {
    if (answer.toString('latin1', 9, 12) === '503') setTimeout(() => control.write(approval), 1_000)
  })
  const stride = Math.max(1, Math.floor(jobs.length / count))
  for (let index = 0; index < jobs.length; index += stride) {
    const [job, poll] = [jobs[index], polls[index]]
    if (job === undefined || poll === undefined) break
    approval = approvalOf(job)
    const sentAt = performance.now()
    control.write(approval)
    await poll.answered
    times.push(performance.now() - sentAt)
  }
  control.destroy()
  return { p50Ms: percentile(times, 50), p99Ms: percentile(times, 99) }
}

function approvalOf({ ticket, number }: Created): Buffer {
  const body = person.token({ job: ticket, status: 'completed', number, claims: { name: 'Ada' } })
  return request('PUT', `/issuer/scope/${ticket}`, { type: JWT, body })
}

export async function leavePolls(): Promise<undefined> {
  for (const { socket } of polls) socket.destroy()
  polls = []
}
