import { askOnce, type Exchange, expectStatus, readJson, request } from '../load/exchange.ts'
import {
  approvalRequest,
  askRequest,
  type OpenJob,
  openJobs,
  type Population,
  pairAt,
  registerPopulation,
} from '../load/jobs.ts'
import { oncePerTarget } from '../load/target.ts'
import type { Scenario } from '../scenario.ts'
import { READ, WRITE } from '../targets.ts'
import { devicePolls, wholeFlows } from './peers.ts'

const POLLED_JOBS = 1_000
const APPROVALS_PER_MS = 2

// A user may have 20 jobs outstanding, an application 1,000: each scenario has a population of its own.
const polledJobs = oncePerTarget(async ({ port }) => {
  const population = await registerPopulation(port, { people: 500, apps: 20 })
  return openJobs(port, population, POLLED_JOBS)
})
const signingIn = oncePerTarget(({ port }) => registerPopulation(port, { people: 499, apps: 20 }))
const approving = oncePerTarget(async ({ port }) => ({
  population: await registerPopulation(port, { people: 1_000, apps: 20 }),
  left: [] as OpenJob[],
}))

export const pendingPoll: Scenario = {
  name: 'poll',
  title: 'GET /scope/{job}, pending',
  target: READ,
  peers: devicePolls,
  async prepare(target) {
    const requests = (await polledJobs(target)).map(({ job }) => request('GET', `/issuer/scope/${job}`))
    let index = 0
    return () => {
      index += 1
      return askOnce(requests[(index * 7_919) % requests.length] ?? Buffer.alloc(0), 200)
    }
  },
}

export const signIn: Scenario = {
  name: 'sign-in',
  title: 'sign-in: job, device read, approval, token',
  target: WRITE,
  peers: wholeFlows,
  async prepare(target) {
    const population = await signingIn(target)
    let index = 0
    return () => {
      index += 1
      return signInOnce(population, index)
    }
  },
}

function* signInOnce(population: Population, index: number): Exchange {
  const { app, person } = pairAt(population, index)
  const created = readJson<Pick<OpenJob, 'job' | 'ticket' | 'number'>>(yield askRequest(app, person), 201)
  expectStatus(yield request('GET', `/issuer/scope/${created.ticket}`), 200)
  expectStatus(yield approvalRequest({ ...created, app, person }), 200)
  const result = readJson<{ receipt?: string }>(yield request('GET', `/issuer/scope/${created.job}`), 200)
  if (result.receipt === undefined) throw new Error('a sign-in ends with a receipt')
}

export const approval: Scenario = {
  name: 'approval',
  title: 'PUT /scope/{job}, approval',
  target: WRITE,
  async prepare(target) {
    const state = await approving(target)
    const missing = Math.round(target.turnMs * APPROVALS_PER_MS) - state.left.length
    if (missing > 0) state.left.push(...(await openJobs(target.port, state.population, missing)))
    return () => {
      const job = state.left.pop()
      return job === undefined ? undefined : askOnce(approvalRequest(job), 200)
    }
  },
}
