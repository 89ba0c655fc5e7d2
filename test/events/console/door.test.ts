import { beforeAll, expect, it } from 'vitest'
import { readPerson } from '../../../web/console/check-in/door/person.ts'
import { onEachApp } from '../../harness.ts'
import { attend, createConference, primaryOf } from '../attendee-scene.ts'
import { createOrganiser, type Json, type Organiser } from '../scene.ts'
import { type Caller, callerOf } from './operator-call.ts'

type Head = {
  syncToken: string
  at: string
  keys: Json[]
  types: { id: string; name: string }[]
  issuer: string
}

onEachApp('the list of a door', (running) => {
  let organiser: Organiser
  let operator: Caller
  let event: Awaited<ReturnType<typeof createConference>>
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    operator = await callerOf(running(), organiser.organisation, 'support')
    event = await createConference(running(), organiser)
  })

  const base = () => `/registration/api/v1/events/${event.id}`
  const read = async (query = '') => {
    const answer = await operator.call('GET', `/events/${event.id}/door${query}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/x-ndjson; charset=utf-8',
    ])
    const [head, ...lines] = answer.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const end = lines.pop() as { end: number }
    expect(end).toEqual({ end: lines.length })
    const people = lines as unknown[][]
    return { head: head as Head, people, of: (id: string) => people.filter(([own]) => own === id).at(-1) }
  }

  it('has everybody with no more than a door needs, and the keys of the issuer', async () => {
    const ada = primaryOf(await attend(organiser, event, { type: 'SPK', registrant: { firstName: 'Ada' } }))
    const left = await attend(organiser, event)
    await organiser.call('POST', `${base()}/registrations/${left.id}/cancel`)
    await organiser.call('POST', `${base()}/attendance`, {
      body: { attendeeId: ada.id, gate: 'North', nonce: 'n1' },
    })
    const { head, of } = await read()
    const [, first, last, type, number, standing, status, at, gate, nonce] = of(ada.id) ?? []
    expect([first, last, standing, status, gate, nonce]).toEqual([
      'Ada',
      'Example',
      'expected',
      'checked-in',
      'North',
      'n1',
    ])
    expect([at, head.types[Number(type)]?.name]).toEqual([running().clock.now(), 'Speaker'])
    expect(number).toMatch(/^[A-Z0-9]{9}$/)
    expect(of(primaryOf(left).id)?.[5]).toBe('cancelled')
    expect(JSON.stringify(of(ada.id))).not.toContain('@')
    const jwks = (await (await fetch(`${running().url}/issuer/.well-known/jwks.json`)).json()) as {
      keys: Json[]
    }
    expect([head.keys, head.issuer]).toEqual([jwks.keys, running().issuerUrl])
  })

  it('says from which generation on tickets are good', async () => {
    const made = await attend(organiser, event)
    const { id } = primaryOf(made)
    const { head } = await read()
    await organiser.call('POST', `${base()}/registrations/${made.id}/withdrawlink`)
    const since = `?since=${encodeURIComponent(head.syncToken)}&seenAt=${encodeURIComponent(head.at)}`
    await expect
      .poll(async () => readPerson((await read(since)).of(id) as never))
      .toMatchObject({ id, presence: undefined, generation: 1 })
    await organiser.call('POST', `${base()}/attendance`, { body: { attendeeId: id } })
    expect(readPerson((await read()).of(id) as never)).toMatchObject({
      presence: { status: 'checked-in' },
      generation: 1,
    })
  })

  it('says of a session who has a place there', async () => {
    const guest = primaryOf(await attend(organiser, event))
    const pupil = primaryOf(await attend(organiser, event, { sessionIds: [event.sessions.LAB] }))
    const standings = async (code: string) => {
      const { of } = await read(`?sessionId=${event.sessions[code]}`)
      return [of(guest.id)?.[5], of(pupil.id)?.[5]]
    }
    expect(await standings('LAB')).toEqual(['not-enrolled', 'expected'])
    expect(await standings('KEY')).toEqual(['expected', 'expected'])
    expect(await standings('GREEN')).toEqual(['not-enrolled', 'not-enrolled'])
  })

  it('tells what changed since: who came, who cancelled, who is new', async () => {
    const came = primaryOf(await attend(organiser, event))
    const left = await attend(organiser, event)
    const { head } = await read()
    const since = `since=${head.syncToken}&seenAt=${head.at}`
    await organiser.call('POST', `${base()}/attendance`, { body: { attendeeId: came.id } })
    await organiser.call('POST', `${base()}/registrations/${left.id}/cancel`)
    const fresh = primaryOf(await attend(organiser, event))
    // A transaction of somebody else, however long, keeps PostgreSQL from telling of what came after it.
    await expect
      .poll(async () => {
        const { of } = await read(`?${since}`)
        return [of(came.id)?.[6], of(primaryOf(left).id)?.[5], of(fresh.id)?.[5]]
      })
      .toEqual(['checked-in', 'cancelled', 'expected'])
    running().clock.advance(120_000)
    const key = event.sessions.KEY
    const before = await read(`?sessionId=${key}`)
    await organiser.call('POST', `${base()}/attendance/${key}`, { body: { attendeeId: came.id } })
    const { of } = await read(`?sessionId=${key}&since=${before.head.syncToken}&seenAt=${before.head.at}`)
    expect(of(came.id)?.[6]).toBe('checked-in')
  })

  it.each(['the event', 'a session'])('tells that a check-in at %s was taken back', async (place) => {
    const { id } = primaryOf(await attend(organiser, event))
    const sessionId = place === 'the event' ? undefined : event.sessions.KEY
    const at = sessionId === undefined ? '' : `sessionId=${sessionId}`
    await organiser.call('POST', `${base()}/attendance${sessionId === undefined ? '' : `/${sessionId}`}`, {
      body: { attendeeId: id },
    })
    running().clock.advance(120_000)
    const { head, of } = await read(`?${at}`)
    expect(of(id)?.[6]).toBe('checked-in')
    running().clock.advance(120_000)
    const undone = await operator.call('DELETE', `/events/${event.id}/attendance/records/${id}?${at}`)
    expect(undone.status).toBe(204)
    await expect
      .poll(async () => {
        const fresh = await read(`?${at}&since=${head.syncToken}&seenAt=${head.at}`)
        return fresh.of(id)?.slice(5)
      })
      .toEqual(['expected'])
  })

  it('has no more than its first line where nothing is new, and refuses a token of its caller’s making', async () => {
    const other = await createConference(running(), organiser)
    const answer = await operator.call('GET', `/events/${other.id}/door`)
    expect(answer.text.trim().split('\n')).toHaveLength(2)
    expect((await operator.call('GET', `/events/${other.id}/door?since=nonsense`)).status).toBe(400)
  })

  it('finds people by name, by confirmation number and by id', async () => {
    const registered = await attend(organiser, event, {
      registrant: { firstName: 'Katherine', lastName: 'Johnson' },
    })
    const { id } = primaryOf(registered)
    const find = async (query: string) => {
      const { body } = await operator.call<{ data: { attendeeId: string }[] }>(
        'GET',
        `/events/${event.id}/door/people?${query}`,
      )
      return body.data.map(({ attendeeId }) => attendeeId)
    }
    expect(await find('q=kath%20john')).toEqual([id])
    expect(await find(`q=${String(registered.confirmationNumber).toLowerCase()}`)).toEqual([id])
    expect(await find(`attendeeId=${id}`)).toEqual([id])
    expect(await find('q=nobody')).toEqual([])
    expect(await find('q=')).toEqual([])
    const other = await createConference(running(), organiser)
    const elsewhere = await operator.call<{ data: Json[] }>(
      'GET',
      `/events/${other.id}/door/people?attendeeId=${id}`,
    )
    expect(elsewhere.body.data).toEqual([])
  })

  it('is for those who may check in, of the organisation', async () => {
    const stranger = await callerOf(running(), 'Strangers')
    const reader = await callerOf(running(), organiser.organisation, 'read-only')
    for (const path of [`/events/${event.id}/door`, `/events/${event.id}/door/people?q=a`]) {
      expect((await stranger.call('GET', path)).status).toBe(404)
      expect((await reader.call('GET', path)).status).toBe(403)
    }
  })
})
