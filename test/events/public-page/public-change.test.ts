import { expect, it } from 'vitest'
import { linkIn, mailsTo, onEachPage, publicScene, viewIn } from '../public-page.ts'
import type { EventClient } from '../registrations.ts'
import { type Json, newPerson } from '../scene.ts'

const form = {
  sections: [
    {
      title: 'More',
      fields: [
        { name: 'role', label: 'Role', type: 'text', required: true, perAttendee: true },
        { name: 'vegan', label: 'Vegan', type: 'boolean', perAttendee: true },
        { name: 'when', label: 'When', type: 'datetime' },
        { name: 'firm', label: 'Firm', type: 'text', personalData: 'company' },
      ],
    },
  ],
}
const guest = { firstName: 'Alan', lastName: 'Guest', answers: { role: 'Friend', vegan: true, firm: 'Own' } }

type Person = {
  firstName: string
  lastName: string
  email: string
  entries: Record<string, string | boolean>
}
type Draft = { registrant: Person; guests: Person[]; sessionIds: string[] }
type Fields = Record<string, string>

onEachPage(
  'A change by the link of a registration',
  (running) => {
    const { visitor, open } = publicScene(running, 'CHANGE')

    const openLoud = (parts: { event?: Json } & Json = {}) =>
      open({ form, ...parts, event: { notify: 'everyone', ...parts.event } })
    /** Registered by the organiser, with a guest; the mail has the link. */
    async function join(event: EventClient, body: Json = {}) {
      const person = newPerson()
      const people = { registrant: person, attendees: [person, guest], answers: { role: 'Boss' } }
      const { id } = await event.take({ ...people, ...body })
      const [mail] = await mailsTo(running(), ((body.registrant as typeof person) ?? person).email)
      return { id, link: linkIn(mail?.text ?? '') }
    }
    /** What a browser sends of a form that nobody touched. */
    async function shown(link: string): Promise<Fields> {
      const { draft } = viewIn((await visitor.get(`${link}/change`)).text) as unknown as { draft: Draft }
      const of = (prefix: string, { entries, ...names }: Person) => [
        ...Object.entries(names).map(([name, value]) => [prefix + name, value]),
        ...Object.entries(entries)
          .filter(([, value]) => value !== false)
          .map(([name, value]) => [`${prefix}a.${name}`, String(value)]),
      ]
      return Object.fromEntries([
        ...of('', draft.registrant),
        ...draft.guests.flatMap((person, at) => of(`g.${at}.`, person)),
        ...draft.sessionIds.map((id) => ['s', id]),
      ])
    }
    const send = (link: string, fields: Fields) => visitor.post(`${link}/change`, fields)
    const historyOf = async (event: EventClient, id: string) =>
      (await event.call<{ data: Json[] }>('GET', `/registrations/${id}/history`)).body.data

    it('is made as a whole or not at all', async () => {
      const event = await openLoud({
        optionGroups: [{ ref: 'g', name: 'Dinner', options: [{ name: 'Yes', code: 'YES', capacity: 1 }] }],
      })
      const { groupId, optionId } = event.options.YES ?? { groupId: '', optionId: '' }
      const { id, link } = await join(event)
      await event.take({ answers: { role: 'x' }, options: [{ groupId, optionId }] })
      const before = await event.read(id)
      const fields = { ...(await shown(link)), firstName: 'Ada', 'g.0.firstName': 'Bob' }
      const full = await send(link, { ...fields, [`o.${groupId}`]: optionId })
      expect([full.status, viewIn(full.text).failure]).toEqual([409, 'capacity-full'])
      expect(full.text).toContain('Your registration stays as it was.')
      expect((await send(link, { ...fields, 'a.role': '' })).status).toBe(422)
      expect(await event.read(id)).toEqual(before)
      expect((await send(link, fields)).location).toContain('done=changed')
      expect(await event.read(id)).toMatchObject({
        version: before.version + 1,
        attendees: [{ firstName: 'Ada' }, { firstName: 'Bob' }],
      })
      expect((await historyOf(event, id)).filter(({ actor }) => actor === 'attendee')).toHaveLength(1)
    })

    it('is none where the form comes back as it was shown', async () => {
      const times = { start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' }
      const event = await openLoud({ sessions: [{ code: 'A', title: 'A', ...times }] })
      const person = newPerson()
      const { id, link } = await join(event, {
        registrant: person,
        attendees: [{ firstName: 'Somebody', lastName: 'Else' }, guest],
        answers: { role: 'Boss', when: '2031-05-06T07:15:30Z', vegan: false },
        sessionIds: [event.sessions.A],
      })
      const [before, told] = [await event.read(id), await historyOf(event, id)]
      running().clock.advance(1_000)
      expect((await send(link, await shown(link))).location).toContain('done=changed')
      expect(await event.read(id)).toEqual(before)
      expect(await historyOf(event, id)).toEqual(told)
    })

    it('leaves the name of somebody whom another person has registered', async () => {
      const event = await openLoud()
      const { id, link } = await join(event, {
        registrant: newPerson(),
        attendees: [{ firstName: 'Somebody', lastName: 'Else' }],
      })
      await send(link, { ...(await shown(link)), firstName: 'Ada' })
      expect(await event.read(id)).toMatchObject({
        registrant: { firstName: 'Ada' },
        attendees: [{ firstName: 'Somebody', lastName: 'Else' }],
      })
    })

    it('takes a tick of a guest away, and keeps what guests are not asked', async () => {
      const event = await openLoud()
      const { id, link } = await join(event)
      const { 'g.0.a.vegan': ticked, ...fields } = await shown(link)
      expect(ticked).toBe('true')
      await send(link, fields)
      const [, changed] = (await event.read(id)).attendees
      expect(changed?.answers).toEqual({ role: 'Friend', vegan: false, firm: 'Own' })
    })

    it('moves what a field stands for', async () => {
      const event = await openLoud()
      const { id, link } = await join(event, { answers: { role: 'Boss', firm: 'Old' } })
      expect((await event.read(id)).registrant).toMatchObject({ company: 'Old' })
      await send(link, { ...(await shown(link)), 'a.firm': 'New' })
      expect(await event.read(id)).toMatchObject({ registrant: { company: 'New' }, answers: { firm: 'New' } })
      const { 'a.firm': _firm, ...fields } = await shown(link)
      await send(link, fields)
      const cleared = await event.read(id)
      expect([cleared.registrant, cleared.answers]).toEqual([
        expect.objectContaining({ company: null }),
        { role: 'Boss', vegan: false },
      ])
    })

    it('finds people by the names that they have now', async () => {
      const event = await openLoud()
      const { id, link } = await join(event)
      await send(link, { ...(await shown(link)), lastName: 'Lovelace', 'g.0.lastName': 'Turing' })
      const found = async (q: string) =>
        (await event.call<{ data: Json[] }>('GET', `/attendees?q=${q}`)).body.data.length
      expect([await found('Lovelace'), await found('Turing'), await found('Guest')]).toEqual([1, 1, 0])
      await event.patch(id, { registrant: { lastName: 'Hopper' } })
      expect(await found('Hopper')).toBe(1)
    })

    it('comes too late for what is over, called off, or only offered', async () => {
      const event = await openLoud({ event: { capacity: 2, waitlistEnabled: true, offerMinutes: 60 } })
      const holder = await join(event)
      const waiting = await join(event)
      const fields = { ...(await shown(holder.link)), firstName: 'Ada' }
      await visitor.post(`${holder.link}/cancel`, {})
      expect((await event.read(waiting.id)).status).toBe('offered')
      for (const { id, link } of [holder, waiting]) {
        const before = await event.read(id)
        expect((await send(link, fields)).location).toContain('done=late')
        expect(viewIn((await visitor.get(`${link}/change`)).text).page).toBe('registration')
        expect(await event.read(id)).toEqual(before)
      }
      await visitor.post(`${waiting.link}/cancel`, {})
      expect((await event.call('DELETE', '')).status).toBe(204)
      for (const path of ['', '/change', '/cancel'])
        expect((await visitor.get(holder.link + path)).status).toBe(404)
    })
  },
  { LANYARD_RATE: 'off' },
)
