import { beforeAll, describe, expect, it } from 'vitest'
import { judgeTicket, looksLikeTicket, type TicketKeys } from '../../web/console/check-in/door/ticket.ts'
import { attend, createConference, primaryOf } from '../events/attendee-scene.ts'
import { createOrganiser, type Organiser } from '../events/scene.ts'
import { onEachApp } from '../harness.ts'

onEachApp('a ticket at a door without a network', (running) => {
  let organiser: Organiser
  let event: Awaited<ReturnType<typeof createConference>>
  let known: TicketKeys
  let attendeeId: string
  let ticket: string
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await createConference(running(), organiser)
    attendeeId = primaryOf(await attend(organiser, event)).id
    ticket = await ticketOf(event.id, attendeeId)
    const jwks = await fetch(`${running().url}/issuer/.well-known/jwks.json`)
    const { keys } = (await jwks.json()) as { keys: JsonWebKey[] }
    const keepUntil = '2031-05-08T16:00:00.000Z'
    known = { issuer: running().issuerUrl, keys, eventId: event.id, keepUntil }
  })

  const ticketOf = async (eventId: string, id: string) => {
    const path = `/registration/api/v1/events/${eventId}/attendees/${id}/ticket`
    return (await organiser.call<{ ticket: string }>('GET', path)).body.ticket
  }
  const judge = (text: string) => judgeTicket(text, known, running().clock.now())

  it('is proven by the keys alone', async () => {
    expect(await judge(ticket)).toEqual({ attendeeId, isProven: true, generation: 0 })
    expect(await judge(` ${ticket}\n`)).toEqual({ attendeeId, isProven: true, generation: 0 })
    expect(looksLikeTicket(ticket)).toBe(true)
  })

  it('says of which generation it is', async () => {
    const { id, attendees } = await attend(organiser, event)
    const path = `/registration/api/v1/events/${event.id}/registrations/${id}/withdrawlink`
    await organiser.call('POST', path)
    const own = attendees[0]?.id ?? ''
    expect(await judge(await ticketOf(event.id, own))).toEqual({
      attendeeId: own,
      isProven: true,
      generation: 1,
    })
  })

  it('is forged where its signature, its claims or its key are others', async () => {
    const [head = '', body = '', signature = ''] = ticket.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const forged = [
      `${ticket.slice(0, -4)}AAAA`,
      `${head}.${encode({ ...claims, sub: 'somebody-else' })}.${signature}`,
      `${encode({ ...header, kid: 'another' })}.${body}.${signature}`,
      `${head}.${encode({ ...claims, iss: 'https://elsewhere.example' })}.${signature}`,
      `${head}.${body}.`,
    ]
    for (const text of forged) expect(await judge(text)).toEqual({ fault: 'forged' })
  })

  it('is none where it says that it is something else', async () => {
    const [head = '', body = '', signature = ''] = ticket.split('.')
    const header = JSON.parse(Buffer.from(head, 'base64url').toString())
    const as = (change: object) => Buffer.from(JSON.stringify({ ...header, ...change })).toString('base64url')
    for (const text of [
      `${as({ alg: 'none' })}.${body}.${signature}`,
      `${as({ typ: 'JWT' })}.${body}.${signature}`,
      `${head}.${body}`,
      'a.b.c',
      'https://example.org/',
      '',
    ])
      expect(await judge(text)).toEqual({ fault: 'no-ticket' })
  })

  it('is good for its own event, until a day after the end', async () => {
    const other = await createConference(running(), organiser)
    const elsewhere = primaryOf(await attend(organiser, other))
    expect(await judge(await ticketOf(other.id, elsewhere.id))).toEqual({ fault: 'other-event' })
    const end = Date.parse('2031-05-08T18:00:00+02:00')
    expect(await judgeTicket(ticket, known, end)).toEqual({ attendeeId, isProven: true, generation: 0 })
    expect(await judgeTicket(ticket, known, end + 120_000)).toEqual({ fault: 'over' })
    const week = 7 * 86_400_000
    const moved = (by: number) => ({ ...known, keepUntil: new Date(end + by).toISOString() })
    expect(await judgeTicket(ticket, moved(week), end + 120_000)).toEqual({
      attendeeId,
      isProven: true,
      generation: 0,
    })
    expect(await judgeTicket(ticket, moved(week), end + week + 120_000)).toEqual({ fault: 'over' })
    expect(await judgeTicket(ticket, moved(-week), end - week + 120_000)).toEqual({ fault: 'over' })
  })
})

describe('what is typed', () => {
  it('is a name or a number unless it has the shape of a ticket', () => {
    for (const typed of ['Ada Lovelace', '3479ACDEF', 'a.b.c', 'ada@example.org'])
      expect(looksLikeTicket(typed)).toBe(false)
  })
})
