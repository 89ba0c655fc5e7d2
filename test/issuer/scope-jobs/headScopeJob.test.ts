import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { answerTo, newScene, put, send } from '../scene.ts'

onEachApp('HEAD /scope/{job}', (running) => {
  const head = (job: string) => send(running(), 'HEAD', `/scope/${job}`)

  it.each([
    ['completed', 200],
    ['denied', 410],
    ['cancelled', 410],
    ['timed_out', 410],
  ] as const)(
    'is 204 while the job is outstanding, and then, when it is %s, %i',
    async (status, expected) => {
      const scene = await newScene(running())
      const { job, ticket } = scene.created
      const pending = await head(job)
      expect([pending.status, pending.text, pending.headers.get('cache-control')]).toEqual([
        204,
        '',
        'no-store',
      ])
      if (status === 'cancelled') await send(running(), 'DELETE', `/scope/${job}`)
      else if (status === 'timed_out') running().clock.advance(300_000)
      else await put(running(), ticket, answerTo(running(), scene, { status }))
      const ended = await head(job)
      expect([ended.status, ended.text]).toEqual([expected, ''])
    },
  )

  it('knows neither a ticket nor what is no job', async () => {
    const { created } = await newScene(running())
    expect((await head(created.ticket)).status).toBe(404)
    expect((await head('a'.repeat(20))).status).toBe(404)
  })

  it('takes no wait', async () => {
    const { created } = await newScene(running())
    expect((await head(`${created.job}?wait=1`)).status).toBe(400)
  })
})
