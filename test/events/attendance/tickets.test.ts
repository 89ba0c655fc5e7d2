import { createLocalJWKSet, importJWK, jwtVerify, SignJWT } from 'jose'
import decodeQr from 'qr/decode.js'
import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { type Attendance, attend, createConference, primaryOf } from '../attendee-scene.ts'
import { createOrganiser, type Organiser } from '../scene.ts'

type Conference = Awaited<ReturnType<typeof createConference>>
type Ticket = { ticket: string; qrUrl: string; jwksUrl: string; expiresAt: string }

type Refused = { code: string; errors?: { pointer: string; code: string }[] }

onEachApp('tickets', (running) => {
  let organiser: Organiser
  let event: Conference
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await createConference(running(), organiser)
  })

  const base = () => `/registration/api/v1/events/${event.id}`
  const ticketOf = (id: string) => organiser.call<Ticket>('GET', `${base()}/attendees/${id}/ticket`)
  const scan = <B = Attendance>(ticket: string, of = event.id) =>
    organiser.call<B>('POST', `/registration/api/v1/events/${of}/attendance`, { body: { ticket } })
  const keys = async () =>
    (await (await fetch(`${running().url}/issuer/.well-known/jwks.json`)).json()) as Parameters<
      typeof createLocalJWKSet
    >[0]

  it('verifies without the server, by the keys of the issuer alone', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const { status, body } = await ticketOf(id)
    expect(status).toBe(200)
    const { payload, protectedHeader } = await jwtVerify(body.ticket, createLocalJWKSet(await keys()), {
      issuer: running().issuerUrl,
      typ: 'lanyard-ticket+jwt',
      currentDate: new Date(running().clock.now()),
    })
    expect(protectedHeader.alg).toBe('EdDSA')
    expect(payload).toEqual({
      iss: running().issuerUrl,
      sub: id,
      evt: event.id,
      iat: Math.floor(running().clock.now() / 1000),
      exp: Date.parse('2031-05-08T18:00:00+02:00') / 1000,
    })
    expect(Date.parse(body.expiresAt) / 1000).toBe(payload.exp)
    expect(body.ticket.length).toBeLessThan(500)
    expect(body.jwksUrl).toBe(`${running().issuerUrl}/.well-known/jwks.json`)
  })

  it('lets its attendee in as a scan', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const { ticket } = (await ticketOf(id)).body
    const { status, body } = await scan(ticket)
    expect(status).toBe(201)
    expect(body).toMatchObject({ attendeeId: id, method: 'scan', status: 'checked-in' })
    expect((await scan<Refused>(ticket)).body.code).toBe('already-checked-in')
  })

  it('is not good at another event', async () => {
    const other = await createConference(running(), organiser)
    const { ticket } = (await ticketOf(primaryOf(await attend(organiser, event)).id)).body
    expect((await scan(ticket, other.id)).status).toBe(404)
  })

  it('is refused where it was altered, made by another, or is another token', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const { ticket } = (await ticketOf(id)).body
    const [header = '', , signature = ''] = ticket.split('.')
    const claims = { iss: running().issuerUrl, sub: id, evt: event.id, iat: 1, exp: 2 ** 31 }
    const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
    const forged = async (typ: string) => {
      const key = await importJWK(
        { kty: 'oct', k: Buffer.from('secret of some length, 32 bytes!').toString('base64url') },
        'HS256',
      )
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ }).sign(key)
    }
    const none = `${Buffer.from('{"alg":"none","typ":"lanyard-ticket+jwt"}').toString('base64url')}.${payload}.`
    for (const text of [
      `${header}.${payload}.${signature}`,
      `${ticket.slice(0, -4)}AAAA`,
      await forged('lanyard-ticket+jwt'),
      none,
      'a.b.c',
      'no ticket',
    ]) {
      const { status, body } = await scan<Refused>(text)
      expect([status, body.errors?.map(({ pointer }) => pointer)]).toEqual([422, ['/ticket']])
    }
    expect((await scan(ticket)).status).toBe(201)
  })

  it('is refused once the registration is cancelled, and on the list for doors without a network', async () => {
    const registered = await attend(organiser, event)
    const { id } = primaryOf(registered)
    const { ticket } = (await ticketOf(id)).body
    const revoked = (query = '') =>
      organiser.call<{ data: { id: string }[] }>('GET', `${base()}/tickets/revoked?${query}`)
    const before = await revoked('updatedSince=2000-01-01T00:00:00Z')
    expect(before.body.data).toEqual([])
    await organiser.call('POST', `${base()}/registrations/${registered.id}/cancel`)
    const { status, body } = await scan<Refused>(ticket)
    expect([status, body.code]).toEqual([409, 'not-expected'])
    expect((await ticketOf(id)).status).toBe(409)
    expect((await revoked()).body.data).toMatchObject([
      { id, registrationId: registered.id, eventId: event.id },
    ])
    const token = before.headers.get('x-sync-token')
    // A transaction of somebody else, however long, keeps PostgreSQL from telling of what came after it.
    await expect
      .poll(async () => (await revoked(`updatedSince=${token}`)).body.data.map((one) => one.id))
      .toEqual([id])
  })

  it('is a QR code too', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const { ticket, qrUrl } = (await ticketOf(id)).body
    const { status, text, headers } = await organiser.call('GET', new URL(qrUrl).pathname)
    expect([status, headers.get('content-type')]).toEqual([200, 'image/svg+xml'])
    expect(decodeQr(draw(text))).toBe(ticket)
  })

  it('is nobody else’s to read', async () => {
    const { id } = primaryOf(await attend(organiser, event))
    const other = await createConference(running(), organiser)
    const stranger = await createOrganiser(running())
    for (const suffix of ['', '.svg']) {
      const path = `${base()}/attendees/${id}/ticket${suffix}`
      expect((await stranger.call('GET', path)).status).toBe(404)
      expect((await organiser.call('GET', path.replace(event.id, other.id))).status).toBe(404)
    }
    expect((await stranger.call('GET', `${base()}/tickets/revoked`)).status).toBe(404)
  })

  it('ends a day after the end that the event has now', async () => {
    const tickets: string[] = []
    for (let number = 0; number < 3; number++)
      tickets.push((await ticketOf(primaryOf(await attend(organiser, event)).id)).body.ticket)
    const [first = '', second = '', third = ''] = tickets
    const { clock } = running()
    const move = (end: string) => organiser.call('PATCH', base(), { body: { end } })
    clock.advance(Date.parse('2031-05-08T18:02:00+02:00') - clock.now())
    const expired = { status: 422, body: { errors: [{ pointer: '/ticket', code: 'expired' }] } }
    expect(await scan<Refused>(first)).toMatchObject(expired)
    expect((await move('2031-05-09T18:00:00+02:00')).status).toBe(200)
    expect((await scan(first)).status).toBe(201)
    clock.advance(2 * 86_400_000)
    expect(await scan<Refused>(second)).toMatchObject(expired)
    expect((await move('2031-05-11T18:00:00+02:00')).status).toBe(200)
    expect((await scan(second)).status).toBe(201)
    // Moved to an earlier end, tickets that were good until later are over.
    expect((await move('2031-05-06T12:00:00+02:00')).status).toBe(200)
    expect(await scan<Refused>(third)).toMatchObject(expired)
    // A scan counts by the time it was taken.
    const at = '2031-05-07T11:00:00+02:00'
    const late = await organiser.call('POST', `${base()}/attendance`, { body: { ticket: third, at } })
    expect(late.status).toBe(201)
  })
})

/** What a camera sees of it: each module eight pixels wide. */
function draw(svg: string) {
  const scale = 8
  const size = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]) * scale
  const data = new Uint8Array(size * size * 4).fill(255)
  for (const [, x, y, length] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h/g))
    for (let row = 0; row < scale; row++) {
      const start = (Number(y) * scale + row) * size + Number(x) * scale
      for (let at = start; at < start + Number(length) * scale; at++) data.fill(0, at * 4, at * 4 + 3)
    }
  return { width: size, height: size, data }
}
