import { describe, expect, it } from 'vitest'
import type { IssuerTables } from '../../src/issuer/base/tables.ts'
import { statementsOf } from '../../src/kernel/database/statement.ts'
import { onEachApp, type RunningApp } from '../harness.ts'
import { untilServed } from '../until-served.ts'
import type { IssuerAnswer } from './device.ts'
import { insertJobs, newJobRow } from './job-row.ts'
import { askToken, newApplication, newPerson, type Party } from './party.ts'
import { expectRefusal } from './refusal.ts'
import { answerTo, create, newScene, put, read, type Scene, send, wrongNumber } from './scene.ts'

const statement = statementsOf<IssuerTables>()
const outstandingOf = statement((db, p: { app: string }) =>
  db
    .selectFrom('issuer_jobs')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('app', '=', p.app)
    .where('status', '=', 'outstanding'),
)

onEachApp('limits of jobs', (running) => {
  const ask = (app: Party, person?: Party, members = {}) =>
    untilServed(() =>
      send(running(), 'POST', '/scope', {
        body: askToken(app, { scope: 'name', sub: person?.fingerprint, ...members }),
      }),
    )
  const expectLimit = (answer: IssuerAnswer, seconds: string) => {
    expectRefusal(running(), answer, 'rate-limit')
    expect(answer.headers.get('retry-after')).toBe(seconds)
  }
  const statuses = (answers: readonly IssuerAnswer[], status: number) =>
    answers.filter((answer) => answer.status === status)

  describe('outstanding', () => {
    it('are 10 of one application for a user, and 20 of all', async () => {
      const apps = await Promise.all(Array.from({ length: 3 }, () => newApplication(running())))
      const [one, two, three] = apps as [Party, Party, Party]
      const person = await newPerson(running())
      for (let n = 0; n < 10; n++) expect((await ask(one, person)).status).toBe(201)
      expectLimit(await ask(one, person), '5')
      expect((await ask(one, await newPerson(running()))).status).toBe(201)
      expect((await ask(one)).status).toBe(201)
      for (let n = 0; n < 10; n++) expect((await ask(two, person)).status).toBe(201)
      expectLimit(await ask(three, person), '5')
    })

    it('are exact when a hundred of one application come at once', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const answers = await Promise.all(Array.from({ length: 100 }, () => ask(app, person)))
      expect(statuses(answers, 201)).toHaveLength(10)
      expect(statuses(answers, 429)).toHaveLength(90)
    })

    it('are exact when a hundred of ten applications come at once', async () => {
      const apps = await Promise.all(Array.from({ length: 10 }, () => newApplication(running())))
      const person = await newPerson(running())
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, n) => ask(apps[n % 10] as Party, person)),
      )
      expect(statuses(answers, 201)).toHaveLength(20)
      expect(statuses(answers, 429)).toHaveLength(80)
    })

    it.each([
      ['at', 950],
      ['across the place where creators begin to wait for each other, at', 880],
    ])('are 1,000 of an application, exactly, %s %i', async (_where, already) => {
      const app = await newApplication(running())
      const { database, clock } = running().app.context
      const now = clock.now()
      const row = () => newJobRow({ app: app.fingerprint, created_at: now, expires_at: now + 300_000 })
      await insertJobs(database, Array.from({ length: already }, row))
      const answers = await Promise.all(Array.from({ length: 1_000 - already + 50 }, () => ask(app)))
      expect(statuses(answers, 201)).toHaveLength(1_000 - already)
      expect(statuses(answers, 429)).toHaveLength(50)
      expect((await database.first(outstandingOf, { app: app.fingerprint }))?.count).toBe(1_000)
      expectLimit(await ask(app, await newPerson(running())), '5')
    })

    it('end with the job, however it ends', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      const created = await Promise.all(
        Array.from({ length: 10 }, () =>
          create(running(), askToken(app, { scope: 'name', sub: person.fingerprint })),
        ),
      )
      await send(running(), 'DELETE', `/scope/${created[0]?.job}`)
      expect((await ask(app, person)).status).toBe(201)
      const { ticket, number } = created[1] ?? { ticket: '', number: '' }
      await put(running(), ticket, answerTo(running(), { app, person, created: { ticket, number } }))
      expect((await ask(app, person)).status).toBe(201)
      expectLimit(await ask(app, person), '5')
      running().clock.advance(300_000)
      expect((await ask(app, person)).status).toBe(201)
    })

    it('count the addresses that a user proves, too', async () => {
      const person = await newPerson(running())
      const prove = () =>
        send(running(), 'POST', '/scope?test=1', {
          body: person.token({ scope: 'email', email: 'a@b.example' }),
        })
      const answers = await Promise.all(Array.from({ length: 50 }, prove))
      expect(statuses(answers, 201)).toHaveLength(20)
      expect(statuses(answers, 429)).toHaveLength(30)
    })
  })

  describe('after a denial', () => {
    /** Asks and has it denied. */
    async function deny({ app, person }: Omit<Scene, 'created'>): Promise<void> {
      const created = await create(running(), askToken(app, { scope: 'name', sub: person.fingerprint }))
      const token = answerTo(running(), { app, person, created }, { status: 'denied' })
      expect((await put(running(), created.ticket, token)).status).toBe(200)
    }

    it('make the application wait 60 s, doubling to an hour, until the user approves', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      for (const seconds of [60, 120, 240, 480, 960, 1_920, 3_600, 3_600]) {
        await deny({ app, person })
        expectLimit(await ask(app, person), String(seconds))
        running().clock.advance(seconds * 1000 - 1)
        expectLimit(await ask(app, person), '1')
        running().clock.advance(1)
      }
      const created = await create(running(), askToken(app, { scope: 'name', sub: person.fingerprint }))
      expect(
        (await put(running(), created.ticket, answerTo(running(), { app, person, created }))).status,
      ).toBe(200)
      await deny({ app, person })
      expectLimit(await ask(app, person), '60')
    })

    it('concern nobody else', async () => {
      const [app, person] = [await newApplication(running()), await newPerson(running())]
      await deny({ app, person })
      expect((await ask(app, await newPerson(running()))).status).toBe(201)
      expect((await ask(await newApplication(running()), person)).status).toBe(201)
      expect((await ask(app)).status).toBe(201)
    })

    it('follow three wrong numbers as well', async () => {
      const scene = await newScene(running())
      const number = wrongNumber(scene.created)
      for (let n = 0; n < 3; n++)
        await put(running(), scene.created.ticket, answerTo(running(), scene, { number }))
      expectLimit(await ask(scene.app, scene.person), '60')
    })
  })

  describe('on codes', () => {
    const prove = async (address: string) => {
      const person = await newPerson(running())
      return send(running(), 'POST', '/scope', { body: person.token({ scope: 'email', email: address }) })
    }

    it('are five in ten minutes to an address, whoever asks and however it is spelled', async () => {
      for (const spelling of [
        'Five@Example.org',
        'five@example.org',
        'FIVE@EXAMPLE.ORG',
        ' five@example.org',
        'five@example.org',
      ])
        expect((await prove(spelling)).status).toBe(201)
      expectLimit(await prove('five@example.org'), '600')
      expect((await prove('six@example.org')).status).toBe(201)
      running().clock.advance(599_999)
      expectLimit(await prove('five@example.org'), '1')
      running().clock.advance(1)
      expect((await prove('five@example.org')).status).toBe(201)
    })

    it('are exact when fifty come at once', async () => {
      const answers = await Promise.all(Array.from({ length: 50 }, () => prove('storm@example.org')))
      expect(statuses(answers, 201)).toHaveLength(5)
      expect(statuses(answers, 429)).toHaveLength(45)
    })

    it('leave the token unspent', async () => {
      for (let n = 0; n < 5; n++) await prove('later@example.org')
      const person = await newPerson(running())
      const body = person.token({ scope: 'email', email: 'later@example.org' })
      expectLimit(await send(running(), 'POST', '/scope', { body }), '600')
      expectLimit(await send(running(), 'POST', '/scope', { body }), '600')
    })
  })

  describe('on polls', () => {
    it('never refuse a client that asks once a second', async () => {
      const { created } = await newScene(running(), { expires_in: 300 })
      for (let second = 0; second < 290; second++) {
        expect((await read(running(), created.job)).status).toBe(200)
        running().clock.advance(1_000)
      }
    })

    it('refuse one that hammers, and nobody else', async () => {
      const [hammered, other] = [await newScene(running()), await newScene(running())]
      const answers = await Promise.all(
        Array.from({ length: 100 }, () => read(running(), hammered.created.job)),
      )
      expect(statuses(answers, 200)).toHaveLength(20)
      for (const answer of statuses(answers, 429)) expectLimit(answer, '1')
      expect((await send(running(), 'HEAD', `/scope/${hammered.created.job}`)).status).toBe(429)
      expectLimit(await send(running(), 'GET', `/scope/${hammered.created.job}/events`), '1')
      expect((await read(running(), other.created.job)).status).toBe(200)
      expect((await read(running(), hammered.created.ticket)).status).toBe(200)
      const approval = answerTo(running(), hammered)
      expect((await put(running(), hammered.created.ticket, approval)).status).toBe(200)
      running().clock.advance(1_000)
      expect((await read(running(), hammered.created.job)).body.status).toBe('completed')
    })
  })
})

onEachApp('the limit of open jobs', (running) => {
  it('is 120 a minute an address, and only for those who do not sign', async () => {
    const app = await newApplication(running())
    const open = () => send(running(), 'POST', '/scope', { body: { scope: 'name' } })
    const answers = await Promise.all(Array.from({ length: 130 }, open))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(120)
    const [refused] = answers.filter(({ status }) => status === 429)
    expectRefusal(running(), refused as IssuerAnswer, 'rate-limit')
    expect(refused?.headers.get('retry-after')).toBe('60')
    expect((await send(running(), 'POST', '/scope', { body: askToken(app, { scope: 'name' }) })).status).toBe(
      201,
    )
    running().clock.advance(60_000)
    expect((await open()).status).toBe(201)
  })
})

onEachApp(
  'limits of another size',
  (running: () => RunningApp) => {
    it('are settings', async () => {
      const open = () => send(running(), 'POST', '/scope', { body: { scope: 'name' } })
      const answers = await Promise.all(Array.from({ length: 5 }, open))
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(3)
    })
  },
  { settings: { LANYARD_ISSUER_OPEN_JOBS: '3' } },
)
