import { expect, it } from 'vitest'
import type { Issuer } from '../../../src/issuer/base/issuer.ts'
import { createJobViews, jobTopic } from '../../../src/issuer/base/job-views.ts'
import type { JobRow } from '../../../src/issuer/base/tables.ts'
import type { operations } from '../../../src/issuer/operations.ts'
import { answerPoll } from '../../../src/issuer/reads.ts'
import type { Request } from '../../../src/kernel/contract/operation.ts'
import { recordChange } from '../../../src/platform/changes/changes.ts'
import { createChangeFeed } from '../../../src/platform/changes/feed.ts'
import { onEachApp } from '../../harness.ts'
import { create, send, until } from '../scene.ts'

onEachApp('a poll', (running) => {
  it('is woken by an end that comes between its look and its wait', async () => {
    const { context } = running().app
    const changes = createChangeFeed(context)
    await changes.start()
    const jobs = createJobViews(context, changes, { isAlone: false })
    const { job } = await create(running(), { scope: 'name' })
    let woken = 0
    const request = {
      params: { job },
      query: { wait: 25 },
      header: () => undefined,
      hold: async (subscribe: (wake: () => void) => () => void) => {
        await send(running(), 'DELETE', `/scope/${job}`)
        const leave = subscribe(() => {
          woken += 1
        })
        leave()
      },
    } as unknown as Request<(typeof operations)['getScopeJob']>
    const issuer = { ...context, jobs, polls: undefined } as unknown as Issuer
    expect(await answerPoll(issuer, request)).toMatchObject({ status: 200, body: { status: 'cancelled' } })
    expect([woken, jobs.watch.size]).toEqual([1, 0])
    await changes.stop()
  })

  it('finds what is asked for by ticket in memory the second time', async () => {
    const { context } = running().app
    const changes = createChangeFeed(context)
    await changes.start()
    let questions = 0
    const first: typeof context.database.first = (statement, parameters) => {
      questions += 1
      return context.database.first(statement, parameters)
    }
    const jobs = createJobViews({ ...context, database: { ...context.database, first } }, changes, {
      isAlone: true,
    })
    const { job, ticket } = await create(running(), { scope: 'name' })
    const found = await Promise.all([jobs.find(ticket), jobs.find(ticket)])
    expect(found.map((row) => row?.job)).toEqual([job, job])
    const row = await jobs.find(job)
    expect(await jobs.find(ticket)).toBe(row)
    expect([questions, row !== undefined && jobs.isCurrent(row)]).toEqual([1, true])
    await changes.stop()
  })

  it('is not answered from memory where another process may have ended the job', async () => {
    const { context } = running().app
    const silentFeed = { on: () => () => {}, onMissed: () => () => {} }
    const jobs = createJobViews(context, silentFeed, { isAlone: false })
    const { job } = await create(running(), { scope: 'name' })
    expect((await jobs.find(job))?.status).toBe('outstanding')
    await send(running(), 'DELETE', `/scope/${job}`)
    expect(jobs.recall(job)).toBeUndefined()
    expect((await jobs.find(job))?.status).toBe('cancelled')
    expect(jobs.recall(job)?.status).toBe('cancelled')
  })

  it('of a new job, and of one that was just answered, asks no database where one process serves', async () => {
    const { context } = running().app
    const changes = createChangeFeed(context)
    await changes.start()
    const first = () => Promise.reject(new Error('the database was asked'))
    const jobs = createJobViews({ ...context, database: { ...context.database, first } }, changes, {
      isAlone: true,
    })
    const row = { job: 'job-1', ticket: 'ticket-1', status: 'outstanding' } as JobRow
    jobs.keep(row)
    expect([await jobs.find('ticket-1'), await jobs.find('job-1')]).toEqual([row, row])
    const ended = { ...row, status: 'completed' as const }
    const seen: (JobRow | undefined)[] = []
    jobs.watch.on('job-1', async () => seen.push(await jobs.find('job-1').catch(() => undefined)))
    await context.database.write(async (tx) => {
      tx.afterCommit(() => jobs.keep(ended))
      await recordChange(tx, jobTopic, 'job-1')
    })
    await until(() => seen.length > 0)
    expect([seen, jobs.isCurrent(row)]).toEqual([[ended], false])
    await changes.stop()
  })

  it.each(['job', 'ticket'] as const)(
    'does not remember what was read (by %s) before a change was heard',
    async (by) => {
      const { context } = running().app
      const changes = createChangeFeed(context)
      await changes.start()
      const created = await create(running(), { scope: 'name' })
      const heard = new Promise<void>((resolve) => changes.on(jobTopic, () => resolve()))
      let late = false
      const first: typeof context.database.first = async (statement, parameters) => {
        const row = await context.database.first(statement, parameters)
        if (late) return row
        late = true
        await send(running(), 'DELETE', `/scope/${created.job}`)
        await heard
        return row
      }
      const jobs = createJobViews({ ...context, database: { ...context.database, first } }, changes, {
        isAlone: true,
      })
      expect(await jobs.find(created[by])).toMatchObject({ status: 'cancelled' })
      expect(await jobs.find(created[by])).toMatchObject({ status: 'cancelled' })
      await changes.stop()
    },
  )
})
