import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { askOnce, request } from '../load/exchange.ts'
import { oncePerTarget } from '../load/target.ts'
import type { Prepare, Scenario } from '../scenario.ts'
import type { Seed } from '../seed-file.ts'
import { READ, WRITE } from '../targets.ts'
import { sessionChecks } from './peers.ts'

const STEP_MS = 30_000
const LEAST_TOKENS = 500
/** Of one number in ten minutes. */
const SENDS_PER_USER = 5

const seedOf = oncePerTarget(async ({ seedFile }) => JSON.parse(readFileSync(seedFile, 'utf8')) as Seed)
/** The last step that each user spent. */
const stepsOf = oncePerTarget(async () => new Map<number, number>())
const sendsOf = oncePerTarget(async () => ({ sent: 0 }))

const headersOf = ({ apiKey }: Seed) => ({ 'x-twofactor-api-key': apiKey })

export const verifyTotp: Scenario = {
  name: 'totp',
  title: 'GET /verify, API key and TOTP',
  target: WRITE,
  peers: sessionChecks,
  async prepare(target) {
    const seed = await seedOf(target)
    const spent = await stepsOf(target)
    const headers = headersOf(seed)
    const listFresh = (step: number) => seed.users.filter(({ number }) => (spent.get(number) ?? 0) < step)
    // A step of a user works once: a turn may have to wait for the next one.
    while (listFresh(stepNow() + 1).length < LEAST_TOKENS) await sleep(STEP_MS - (Date.now() % STEP_MS))
    const now = stepNow()
    const twice = listFresh(now)
    // A user's two tokens are far apart in the turn: their order is kept.
    const waiting = [...(twice.length < LEAST_TOKENS ? [] : twice), ...listFresh(now + 1)].reverse()
    return () => {
      const user = waiting.pop()
      if (user === undefined) return undefined
      // Never an old step: the next one may begin before this is judged.
      const step = Math.max(stepNow(), (spent.get(user.number) ?? 0) + 1)
      spent.set(user.number, step)
      const token = hotp(Buffer.from(user.seed, 'base64url'), step)
      return askOnce(
        request('GET', `/twofactor/protected/json/verify/${token}/${user.number}`, { headers }),
        200,
      )
    }
  },
}

function stepNow(): number {
  return Math.floor(Date.now() / STEP_MS)
}

/** RFC 4226 §5.3. */
function hotp(seed: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', seed).update(message).digest()
  const truncated = mac.readUInt32BE((mac[19] ?? 0) & 15) & 0x7fffffff
  return String(truncated % 1e6).padStart(6, '0')
}

function prepareApprovalPolls(ceilingPath: string): Prepare {
  return async (target) => {
    const seed = await seedOf(target)
    const headers = headersOf(seed)
    const path = target.program === 'ceiling' ? ceilingPath : '/twofactor/onetouch'
    const requests = seed.approvals.map(({ uuid }) =>
      request('GET', `${path}/json/approval_requests/${uuid}`, { headers }),
    )
    let index = 0
    return () => {
      index += 1
      return askOnce(requests[(index * 7_919) % requests.length] ?? Buffer.alloc(0), 200)
    }
  }
}

export const approvalPolls: readonly Scenario[] = [
  {
    name: 'approval-poll',
    title: 'GET /approval_requests, pending',
    target: READ,
    prepare: prepareApprovalPolls('/twofactor/onetouch'),
  },
  {
    name: 'approval-poll-memory',
    title: 'GET /approval_requests, ceiling from memory',
    prepare: prepareApprovalPolls('/memory/onetouch'),
  },
]

export const sendSms: Scenario = {
  name: 'sms',
  title: 'GET /sms, into the outbox',
  target: WRITE,
  hasTail: true,
  async prepare(target) {
    const seed = await seedOf(target)
    const state = await sendsOf(target)
    const headers = headersOf(seed)
    let left = Math.floor((seed.users.length * SENDS_PER_USER) / target.turns)
    return () => {
      if (left === 0) return undefined
      left -= 1
      const { number } = seed.users[state.sent % seed.users.length] ?? { number: 0 }
      // Each is another: the same one again within five seconds is a client's retry.
      const action = `a${Math.floor(state.sent / seed.users.length)}`
      state.sent += 1
      return askOnce(
        request('GET', `/twofactor/protected/json/sms/${number}?action=${action}`, { headers }),
        200,
      )
    }
  },
}
