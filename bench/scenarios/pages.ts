import { readFileSync } from 'node:fs'
import { askOnce, request } from '../load/exchange.ts'
import { oncePerTarget } from '../load/target.ts'
import { pagePaths } from '../page-paths.ts'
import type { Prepare, Scenario } from '../scenario.ts'
import type { Seed, SeedPages } from '../seed-file.ts'
import { PAGE_VIEW } from '../targets.ts'
import { keepRegistering } from './events.ts'

const pathsOf = oncePerTarget(async ({ seedFile }) => {
  const { pages } = JSON.parse(readFileSync(seedFile, 'utf8')) as Seed
  if (pages === undefined) throw new Error('the events of the pages are in the seed')
  return pagePaths(pages)
})

/** Opens pages in turn, as browsers do for the first time, while others register. */
function prepareViews(kind: keyof SeedPages): Prepare {
  return async (target) => {
    const headers = { 'accept-encoding': 'gzip, deflate, br' }
    const requests = (await pathsOf(target))[kind].map((path) => request('GET', path, { headers }))
    const registerNext = await keepRegistering(target)
    let index = 0
    return () => {
      registerNext()
      index += 1
      return askOnce(requests[index % requests.length] ?? Buffer.alloc(0), 200)
    }
  }
}

function row(name: string, kind: keyof SeedPages, title: string): Scenario {
  return { name, title, target: PAGE_VIEW, opensPages: true, prepare: prepareViews(kind) }
}

export const pageRows: readonly Scenario[] = [
  row('page', 'demo', 'GET /e/{code}, 200 sessions'),
  row('page-long', 'long', 'GET /e/{code}, 2,000 sessions'),
  row('page-many', 'many', 'GET /e/{code}, 500 events, 4 languages'),
]
