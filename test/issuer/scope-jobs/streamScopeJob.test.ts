import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { inboxTopic } from '../../../src/issuer/base/job-views.ts'
import { recordChange } from '../../../src/platform/changes/changes.ts'
import { createPlace } from '../../engines.ts'
import { onEachApp, startApp } from '../../harness.ts'
import { within } from '../../speed.ts'
import { type EventReader, openEvents } from '../events.ts'
import { askToken, newApplication, newPerson, type Party } from '../party.ts'
import { expectRefusal } from '../refusal.ts'
import { answerTo, create, gauge, newScene, put, send, until } from '../scene.ts'

onEachApp('streams', (running) => {
  const watchers = () => gauge(running(), 'lanyard_issuer_watchers')
  const freed = () =>
    until(async () => (await watchers()) + (await gauge(running(), 'lanyard_http_held')) === 0)

  describe('GET /scope/{job}/events', () => {
    const follow = (identifier: string) => openEvents(running(), `/scope/${identifier}/events`)

    it('tells the job now and at its end, and ends', async () => {
      const scene = await newScene(running())
      const { job, ticket } = scene.created
      const stream = await follow(job)
      expect(stream.status).toBe(200)
      expect(stream.headers.get('content-type')).toBe('text/event-stream')
      expect(stream.headers.get('cache-control')).toBe('no-store')
      expect(stream.headers.get('access-control-allow-origin')).toBe('*')
      expect(await stream.next()).toMatchObject({
        event: 'job',
        data: { job, status: 'outstanding', interval: 1 },
      })
      const token = answerTo(running(), scene)
      await put(running(), ticket, token)
      expect(await stream.next()).toMatchObject({ event: 'job', data: { job, status: 'completed', token } })
      expect(await stream.next()).toBeUndefined()
      await freed()
    })

    it.each(['denied', 'cancelled', 'timed_out'] as const)('tells that a job is %s', async (status) => {
      const scene = await newScene(running())
      const stream = await follow(scene.created.job)
      await stream.next()
      if (status === 'denied')
        await put(running(), scene.created.ticket, answerTo(running(), scene, { status }))
      else if (status === 'cancelled') await send(running(), 'DELETE', `/scope/${scene.created.job}`)
      else {
        running().clock.advance(300_000)
        await running().app.background.drain()
      }
      expect((await stream.next())?.data.status).toBe(status)
      expect(await stream.next()).toBeUndefined()
    })

    it('tells a job that has ended once, and ends', async () => {
      const { created } = await newScene(running())
      await send(running(), 'DELETE', `/scope/${created.job}`)
      const stream = await follow(created.job)
      expect((await stream.next())?.data.status).toBe('cancelled')
      expect(await stream.next()).toBeUndefined()
    })

    it('tells no result to who knows the ticket alone', async () => {
      const scene = await newScene(running())
      const { job, ticket } = scene.created
      const stream = await follow(ticket)
      const first = await stream.next()
      await put(running(), ticket, answerTo(running(), scene))
      const last = await stream.next()
      expect(last?.data).toMatchObject({ job: ticket, status: 'completed' })
      for (const { data } of [first, last].filter((event) => event !== undefined)) {
        for (const secret of ['token', 'receipt', 'number']) expect(data).not.toHaveProperty(secret)
        expect(JSON.stringify(data)).not.toContain(job)
      }
    })

    it('knows no other job', async () => {
      expectRefusal(running(), await send(running(), 'GET', `/scope/${'a'.repeat(20)}/events`), 'unknown-job')
    })

    it('is freed within a second when its client goes, and tells the others', async () => {
      const scene = await newScene(running())
      const streams = await Promise.all(Array.from({ length: 10 }, () => follow(scene.created.job)))
      await Promise.all(streams.map((stream) => stream.next()))
      expect([await watchers(), await gauge(running(), 'lanyard_http_held')]).toEqual([10, 10])
      const [stays, ...leaving] = streams as [EventReader, ...EventReader[]]
      const leftAt = performance.now()
      for (const stream of leaving) stream.leave()
      await until(async () => (await watchers()) === 1)
      expect(performance.now() - leftAt).toBeLessThan(within(1_000))
      await put(running(), scene.created.ticket, answerTo(running(), scene))
      expect((await stays.next())?.data.status).toBe('completed')
      await freed()
    })

    it('survives ends and clients that go in the same moment', async () => {
      const scenes = await Promise.all(Array.from({ length: 20 }, () => newScene(running())))
      const streams = await Promise.all(scenes.map(({ created }) => follow(created.job)))
      await Promise.all(streams.map((stream) => stream.next()))
      running().clock.advance(300_000)
      const ends = scenes.flatMap(({ created }, n) => {
        if (n % 2 === 0) streams[n]?.leave()
        return [
          send(running(), 'DELETE', `/scope/${created.job}`),
          send(running(), 'GET', `/scope/${created.ticket}`),
        ]
      })
      await Promise.all([...ends, running().app.background.drain()])
      await freed()
      expect(running().logLines.filter((line) => /"level":"(error|warn)"/.test(line))).toEqual([])
    })
  })

  describe('GET /key/{PK}/jobs as a stream', () => {
    const authorise = (person: Party) => ({ authorization: `JWT ${person.token({ purpose: 'inbox' })}` })
    const follow = (person: Party) =>
      openEvents(running(), `/key/${person.fingerprint}/jobs`, authorise(person))
    const ask = (app: Party, person: Party, members = {}) =>
      create(running(), askToken(app, { sub: person.fingerprint, scope: 'name', ...members }))

    it('tells the inbox now and at every change', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const stream = await follow(person)
      expect(stream.headers.get('content-type')).toBe('text/event-stream')
      expect(await stream.next()).toEqual({ event: 'inbox', data: { jobs: [] } })
      const one = await ask(app, person)
      expect((await stream.next())?.data.jobs).toMatchObject([{ job: one.ticket, app: { name: 'Shop' } }])
      running().clock.advance(1)
      const two = await ask(app, person)
      expect((await stream.next())?.data.jobs).toMatchObject([{ job: one.ticket }, { job: two.ticket }])
      await put(running(), one.ticket, answerTo(running(), { app, person, created: one }))
      expect((await stream.next())?.data.jobs).toMatchObject([{ job: two.ticket }])
      await send(running(), 'DELETE', `/scope/${two.job}`)
      expect((await stream.next())?.data.jobs).toEqual([])
      stream.leave()
      await freed()
    })

    it('takes away what has timed out', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      await ask(app, person, { expires_in: 30 })
      const stream = await follow(person)
      expect((await stream.next())?.data.jobs).toHaveLength(1)
      running().clock.advance(30_000)
      await running().app.background.drain()
      expect((await stream.next())?.data.jobs).toEqual([])
      stream.leave()
    })

    it('shows no job of a blocked application, and not the verification of an address', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const stream = await follow(person)
      await stream.next()
      const change = (members: object) =>
        send(running(), 'POST', `/key/${person.fingerprint}/blocks`, { body: person.token({ ...members }) })
      expect((await change({ block: app.fingerprint })).body).toEqual({ blocked: [app.fingerprint] })
      expect((await stream.next())?.data.jobs).toEqual([])
      const { ticket, job } = await ask(app, person)
      expect((await stream.next())?.data.jobs).toEqual([])
      expect((await send(running(), 'GET', `/scope/${job}`)).body.status).toBe('outstanding')
      await create(running(), person.token({ scope: 'email', email: 'a@b.example' }))
      expect((await change({ unblock: app.fingerprint })).body).toEqual({ blocked: [] })
      expect((await stream.next())?.data.jobs).toMatchObject([{ job: ticket }])
      stream.leave()
    })

    it('is for the user alone', async () => {
      const [person, other] = [await newPerson(running()), await newPerson(running())]
      const path = `/key/${person.fingerprint}/jobs`
      expectRefusal(
        running(),
        await send(running(), 'GET', path, { headers: authorise(other) }),
        'auth-error',
      )
      expectRefusal(running(), await send(running(), 'GET', path), 'auth-error')
    })

    it('is cut where its reader does not read, and holds nothing up meanwhile', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const claims = Array.from({ length: 20 }, (_, n) => `${'c'.repeat(37)}${n}`).join(' ')
      for (let n = 0; n < 10; n++) await ask(app, person, { scope: claims, message: '🙂'.repeat(140) })
      const { hostname, port } = new URL(running().url)
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      const { authorization } = authorise(person)
      socket.write(
        `GET /issuer/key/${person.fingerprint}/jobs HTTP/1.1\r\nhost: a\r\naccept: text/event-stream\r\nauthorization: ${authorization}\r\n\r\n`,
      )
      socket.pause()
      await until(async () => (await watchers()) === 1)
      const { database } = running().app.context
      await until(async () => {
        for (let n = 0; n < 20; n++)
          await database.write((tx) => recordChange(tx, inboxTopic, person.fingerprint))
        return (await watchers()) === 0
      })
      expect(await gauge(running(), 'lanyard_http_held')).toBe(0)
      socket.destroy()
    })
  })
})

it('ends streams and answers held polls at once when the server stops', async () => {
  const place = await createPlace('sqlite', 'migrated')
  const running = await startApp(place)
  const { created, person } = await newScene(running)
  const stream = await openEvents(running, `/scope/${created.job}/events`)
  const authorization = `JWT ${person.token({ purpose: 'inbox' })}`
  const inbox = await openEvents(running, `/key/${person.fingerprint}/jobs`, { authorization })
  await Promise.all([stream.next(), inbox.next()])
  const held = Array.from({ length: 20 }, () => send(running, 'GET', `/scope/${created.ticket}?wait=25`))
  await until(async () => (await gauge(running, 'lanyard_issuer_watchers')) === 22)
  const silent = connect(Number(new URL(running.url).port), '127.0.0.1')
  await new Promise((resolve) => silent.once('connect', resolve))
  const stoppedAt = performance.now()
  const stopped = running.app.stop()
  for (const answer of await Promise.all(held)) expect(answer.body.status).toBe('outstanding')
  expect(await Promise.all([stream.next(), inbox.next()])).toEqual([undefined, undefined])
  expect(performance.now() - stoppedAt).toBeLessThan(within(1_000))
  await stopped
  expect(performance.now() - stoppedAt).toBeLessThan(within(3_000))
  await place.remove()
})
