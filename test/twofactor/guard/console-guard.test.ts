import { expect, it } from 'vitest'
import { storeTrip } from '../../../src/twofactor/guard/guard-store.ts'
import { identityConsole } from '../../console/identity.ts'
import { refusalOf } from '../../console/wire.ts'
import { onEachApp } from '../../harness.ts'
import { actionsIn } from '../../platform/accounts/rows.ts'
import { clientOf, codeTo, newPhone, type TwofactorClient } from '../client.ts'

function start(by: TwofactorClient, n: number) {
  return by.post('/protected/json/phones/verification/start', {
    form: { phone_number: `212${200 + (n % 100)}${1000 + n}`, country_code: '1', via: 'sms' },
  })
}

onEachApp("the console's pumping guard and statistics", (running) => {
  async function newApplication(organisation: string, settings = {}) {
    const console = await identityConsole(running(), { organisation })
    const { body } = await console.keys.createApplication({ body: { name: 'Pumped', settings } })
    return { ...console, app: body.application, client: clientOf(running().url, body.secret) }
  }

  it('says which range is shut and why, and opens it when an operator says so', async () => {
    const { twofactor, client, app } = await newApplication('Pumped Inc')
    for (let n = 0; n < 50; n++) expect((await start(client, n)).status).toBe(200)
    expect((await start(client, 50)).status).toBe(429)
    expect((await start(client, 51)).status).toBe(429)
    const { body } = await twofactor.listGuardTrips({})
    expect(body.data).toMatchObject([
      {
        id: 'pumping.1-2122',
        reason: 'pumping',
        range: '+1-2122',
        country: 'US',
        application: 'Pumped',
        applicationId: app.id,
        sends: 50,
        confirmed: 0,
        windowSeconds: 600,
        refused: 2,
        active: true,
      },
    ])
    const released = await twofactor.releaseRange({ params: { tripId: 'pumping.1-2122' } })
    expect(released.body.active).toBe(false)
    expect((await start(client, 52)).status).toBe(200)
    expect(await actionsIn(running().app.context.database)).toContain('twofactor-guard.release')
  })

  it('is over when its window has passed', async () => {
    const { twofactor, client } = await newApplication('Patient Inc')
    for (let n = 0; n < 51; n++) await start(client, n)
    expect((await twofactor.listGuardTrips({})).body.data[0]?.active).toBe(true)
    running().clock.advance(600_000)
    expect((await twofactor.listGuardTrips({})).body.data[0]?.active).toBe(false)
  })

  it('shows quotas that are used up, which no release opens', async () => {
    const { twofactor, client } = await newApplication('Small Inc', { quota: 1 })
    await start(client, 0)
    expect((await start(client, 1)).status).toBe(429)
    const [trip] = (await twofactor.listGuardTrips({})).body.data
    expect(trip).toMatchObject({ reason: 'application-quota', range: null, sends: 1, active: true })
    const release = twofactor.releaseRange({ params: { tripId: trip?.id ?? '' } })
    expect(await refusalOf(release)).toEqual([409, 'conflict'])
    const unknown = twofactor.releaseRange({ params: { tripId: 'pumping.1-9999' } })
    expect(await refusalOf(unknown)).toEqual([404, 'not-found'])
  })

  it('bounds an organisation, and another one knows nothing of it', async () => {
    const { twofactor, client } = await newApplication('Bounded Inc')
    expect((await twofactor.getQuota({})).body).toEqual({ quota: null, sentToday: 0 })
    expect((await twofactor.setQuota({ body: { quota: 1 } })).body).toEqual({ quota: 1, sentToday: 0 })
    expect([(await start(client, 0)).status, (await start(client, 1)).status]).toEqual([200, 429])
    expect((await twofactor.getQuota({})).body).toEqual({ quota: 1, sentToday: 1 })
    const other = await newApplication('Free Inc')
    expect((await other.twofactor.getQuota({})).body.quota).toBeNull()
    expect((await other.twofactor.listGuardTrips({})).body.data).toEqual([])
    await twofactor.setQuota({ body: { quota: null } })
    expect((await start(client, 1)).status).toBe(200)
  })

  it("shows and opens what was refused of the issuer's own sends to operators of the whole server", async () => {
    const { twofactor } = await identityConsole(running())
    const bound = await newApplication('Curious Inc')
    const trip = { organisation_id: 'issuer', reason: 'pumping', subject: '1-3055' } as const
    const rest = { application_id: 'issuer', country: 'US', sends: 50, verified: 0, window_ms: 600_000 }
    await running().app.context.database.write((tx) =>
      storeTrip(tx, { ...trip, ...rest, now: running().clock.now(), since: 0 }),
    )
    const { body } = await twofactor.listServerTrips({ params: { sender: 'issuer' } })
    expect(body.data).toMatchObject([{ range: '+1-3055', application: null, active: false }])
    const params = { sender: 'issuer', tripId: 'pumping.1-3055' } as const
    expect((await twofactor.releaseServerRange({ params })).body.id).toBe(params.tripId)
    const pages = await twofactor.listServerTrips({ params: { sender: 'registration' } })
    expect(pages.body.data).toEqual([])
    expect((await bound.twofactor.listGuardTrips({})).body.data).toEqual([])
    expect(await refusalOf(bound.twofactor.listServerTrips({ params: { sender: 'issuer' } }))).toEqual([
      403,
      'forbidden',
    ])
    expect(await refusalOf(bound.twofactor.releaseServerRange({ params }))).toEqual([403, 'forbidden'])
    expect(await refusalOf(bound.twofactor.releaseRange({ params: { tripId: params.tripId } }))).toEqual([
      404,
      'not-found',
    ])
  })

  it('lists trips page by page', async () => {
    const { twofactor, keys } = await newApplication('Many Inc')
    const ids: string[] = []
    for (let n = 0; n < 3; n++) {
      const { body } = await keys.createApplication({ body: { name: `App ${n}`, settings: { quota: 1 } } })
      const client = clientOf(running().url, body.secret)
      await start(client, 10 * n)
      await start(client, 10 * n + 1)
      ids.push(`application-quota.${body.application.id}`)
    }
    const first = await twofactor.listGuardTrips({ query: { limit: 2 } })
    const rest = await twofactor.listGuardTrips({ query: { limit: 2, cursor: first.body.nextCursor ?? '' } })
    const listed = [...first.body.data, ...rest.body.data].map(({ id }) => id)
    expect(listed.toSorted()).toEqual(ids.toSorted())
    expect(rest.body.nextCursor).toBeNull()
  })

  it('counts what an application did by month', async () => {
    const { twofactor, client, app } = await newApplication('Counted Inc')
    const phone = newPhone()
    const id = await client.enrol(phone)
    await client.get(`/protected/json/sms/${id}`)
    await client.get(`/protected/json/verify/${await codeTo(running(), phone.e164)}/${id}`)
    const { body } = await twofactor.getStatistics({ params: { applicationId: app.id } })
    expect(body.users).toBe(1)
    expect(body.months).toHaveLength(12)
    const month = new Date(running().clock.now()).toISOString().slice(0, 7)
    expect(body.months[0]).toEqual({ month, sms: 1, calls: 0, newUsers: 1, verifications: 1, requests: 3 })
    expect((body.months[1]?.month ?? month) < month).toBe(true)
  })
})
