import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { newPerson } from '../party.ts'
import { expectRefusal } from '../refusal.ts'
import { answerTo, create, newScene, put, read, send } from '../scene.ts'

onEachApp('DELETE /scope/{job}', (running) => {
  const cancel = (job: string) => send(running(), 'DELETE', `/scope/${job}`)

  it('takes a job back, and again to the same effect', async () => {
    const scene = await newScene(running())
    const { job, ticket } = scene.created
    for (const _again of [1, 2, 3]) {
      const answer = await cancel(job)
      expect([answer.status, answer.body]).toEqual([200, { status: 'cancelled' }])
    }
    expect((await read(running(), job)).body).toMatchObject({ status: 'cancelled' })
    expectRefusal(running(), await put(running(), ticket, answerTo(running(), scene)), 'closed-job')
    expect((await read(running(), job)).body).toMatchObject({ status: 'cancelled' })
  })

  it('takes an open job and a verification job back', async () => {
    const person = await newPerson(running())
    const token = person.token({ scope: 'email', email: 'ada@example.org' })
    for (const body of [{ scope: 'name' }, token]) {
      const { job } = await create(running(), body)
      expect((await cancel(job)).status).toBe(200)
      expect((await read(running(), job)).body.status).toBe('cancelled')
    }
  })

  it('takes the job out of the inbox of the user', async () => {
    const { person, created } = await newScene(running())
    const inbox = async () => {
      const headers = { authorization: `JWT ${person.token({ purpose: 'inbox' })}` }
      return (await send(running(), 'GET', `/key/${person.fingerprint}/jobs`, { headers })).body.jobs
    }
    expect(await inbox()).toMatchObject([{ job: created.ticket }])
    await cancel(created.job)
    expect(await inbox()).toEqual([])
  })

  it.each(['completed', 'denied'] as const)('is too late for a job that is %s', async (status) => {
    const scene = await newScene(running())
    await put(running(), scene.created.ticket, answerTo(running(), scene, { status }))
    expectRefusal(running(), await cancel(scene.created.job), 'closed-job')
    expect((await read(running(), scene.created.job)).body.status).toBe(status)
  })

  it('is too late for a job that has timed out', async () => {
    const { created } = await newScene(running())
    running().clock.advance(300_000)
    expectRefusal(running(), await cancel(created.job), 'closed-job')
  })

  it('knows neither a ticket nor what is no job', async () => {
    const { created } = await newScene(running())
    expectRefusal(running(), await cancel(created.ticket), 'unknown-job')
    expectRefusal(running(), await cancel('a'.repeat(20)), 'unknown-job')
    expect((await read(running(), created.job)).body.status).toBe('outstanding')
  })

  it('takes no body', async () => {
    const { created } = await newScene(running())
    const answer = await send(running(), 'DELETE', `/scope/${created.job}`, { body: { force: true } })
    expectRefusal(running(), answer, 'invalid-request')
  })
})
