import { expect, it } from 'vitest'
import { linkIn, mailsTo, onEachPage, publicScene, viewIn } from '../public-page.ts'
import { type Json, newPerson } from '../scene.ts'

const form = {
  sections: [
    {
      title: 'More',
      fields: [
        { name: 'role', label: 'Role', type: 'text', required: true, perAttendee: true },
        { name: 'when', label: 'When', type: 'datetime' },
      ],
    },
  ],
}

onEachPage(
  'The link of a registration',
  (running) => {
    const { visitor, open, list } = publicScene(running, 'LINK')
    /** Registers by the page and gives what the mail says. */
    async function join(event: { code: string }, fields: Record<string, string> = {}) {
      const person = newPerson()
      const { status } = await visitor.register(event.code, { ...person, ...fields })
      expect(status).toBe(200)
      const mails = async () => mailsTo(running(), person.email)
      const [first] = await mails()
      return { person, mails, link: linkIn(first?.text ?? ''), first }
    }
    const stateOf = async (link: string) =>
      (viewIn((await visitor.get(link)).text).registration as Json | undefined)?.status

    it('goes from the waiting list to a place when somebody cancels, and tells each of them', async () => {
      const event = await open({ event: { capacity: 1, waitlistEnabled: true } })
      const holder = await join(event)
      const waiting = await join(event)
      expect(holder.first?.subject).toContain('You’re registered')
      expect(waiting.first?.subject).toContain('waiting list')
      const page = await visitor.get(waiting.link)
      expect(page.text).toContain('You’re number 1 on the waiting list')
      expect(page.text).not.toContain('data:image/svg')
      const asked = (await visitor.get(`${holder.link}/cancel`)).text
      expect(asked).toContain('Keep registration')
      expect(asked).toContain('goes to the next person on the waiting list')
      expect((await visitor.get(`${waiting.link}/cancel`)).text).toContain('lose your position')
      expect(await stateOf(holder.link)).toBe('confirmed')
      const cancelled = await visitor.post(`${holder.link}/cancel`, {})
      expect([cancelled.status, cancelled.location]).toEqual([303, `${holder.link}?done=cancelled`])
      expect(await stateOf(holder.link)).toBe('cancelled')
      expect(await stateOf(waiting.link)).toBe('confirmed')
      expect((await holder.mails()).map(({ subject }) => subject)).toEqual([
        'You’re registered: Keys and Badges',
        'Registration cancelled: Keys and Badges',
      ])
      expect((await waiting.mails()).map(({ subject }) => subject)).toEqual([
        'You’re on the waiting list: Keys and Badges',
        'You have a place: Keys and Badges',
      ])
      const again = await visitor.post(`${holder.link}/cancel`, {})
      expect(again.location).toContain('done=cancelled')
      expect(await holder.mails()).toHaveLength(2)
    })

    it('leads with the event, and promises a cancelled place to nobody without a waiting list', async () => {
      const event = await open({ event: { venue: { name: 'Hall' } } })
      const { link } = await join(event)
      const { text } = await visitor.get(link)
      const places = ['<h1><bdi>Keys and Badges', 'Hall', 'Your place is confirmed', 'data:image/svg']
      const found = places.map((words) => text.indexOf(words, text.indexOf('<main')))
      expect(found).toEqual(found.toSorted((a, b) => a - b))
      expect(found).not.toContain(-1)
      expect((await visitor.get(`${link}/cancel`)).text).toContain('Your place becomes free for others.')
    })

    it('accepts an offer in time, and not afterwards', async () => {
      const event = await open({ event: { capacity: 1, waitlistEnabled: true, offerMinutes: 60 } })
      const holder = await join(event)
      const [second, third] = [await join(event), await join(event)]
      await visitor.post(`${holder.link}/cancel`, {})
      const page = await visitor.get(second.link)
      expect(page.text).toContain('Accept the place')
      expect((await second.mails()).at(-1)?.text).toContain('reserved for you until')
      expect((await visitor.post(`${third.link}/accept`, {})).location).toContain('done=late')
      expect(await stateOf(third.link)).toBe('waitlisted')
      expect((await visitor.post(`${second.link}/accept`, {})).location).toContain('done=accepted')
      expect(await stateOf(second.link)).toBe('confirmed')
      await visitor.post(`${second.link}/cancel`, {})
      running().clock.advance(61 * 60_000)
      expect((await visitor.post(`${third.link}/accept`, {})).location).toContain('done=late')
      expect(await stateOf(third.link)).toBe('expired')
    })

    it('says that it waits for approval, and what became of it', async () => {
      const event = await open({ event: { approvalRequired: true } })
      const [one, other] = [await join(event), await join(event)]
      expect(one.first?.text).toContain('The organiser will review it')
      expect(await stateOf(one.link)).toBe('pending')
      const rows = await list(event)
      const idOf = (email: string) => rows.find(({ registrant }) => (registrant as Json).email === email)?.id
      await event.call('POST', `/registrations/${idOf(one.person.email)}/approve`)
      await event.call('POST', `/registrations/${idOf(other.person.email)}/decline`)
      expect((await one.mails()).at(-1)?.text).toContain('has approved your registration')
      expect((await other.mails()).at(-1)?.text).toContain('could not accept')
      expect((await other.mails()).at(-1)?.text).not.toContain('/r/')
      expect([await stateOf(one.link), await stateOf(other.link)]).toEqual(['confirmed', 'declined'])
    })

    it('changes names, answers, options, sessions and guests, and never the address', async () => {
      const event = await open({
        event: { maxGuests: 1 },
        form,
        optionGroups: [{ ref: 'g', name: 'Dinner', options: [{ name: 'Yes', code: 'YES', capacity: 5 }] }],
        sessions: [
          { code: 'A', title: 'A', start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' },
        ],
      })
      const { link, person } = await join(event, {
        'a.role': 'Boss',
        'a.when': '2031-05-06T09:15',
        'g.0.firstName': 'Alan',
        'g.0.lastName': 'Guest',
        'g.0.a.role': 'Friend',
      })
      const before = await visitor.get(`${link}/change`)
      expect(before.text).toContain('value="2031-05-06T09:15"')
      expect(before.text).toMatch(/name="email"[^>]*readonly|readonly[^>]*name="email"/)
      const { groupId, optionId } = event.options.YES ?? { groupId: '', optionId: '' }
      const fields = {
        firstName: 'Ada',
        lastName: 'New',
        email: 'somebody@example.org',
        'a.role': 'Queen',
        'a.when': '',
        [`o.${groupId}`]: optionId,
        s: event.sessions.A ?? '',
        'g.0.firstName': 'Bob',
        'g.0.lastName': 'Guest',
        'g.0.a.role': 'Enemy',
      }
      const refused = await visitor.post(`${link}/change`, { ...fields, 'a.role': '' })
      expect([refused.status, viewIn(refused.text).page]).toEqual([422, 'change'])
      expect(refused.text).toContain('Please fill this in.')
      const unnamed = await visitor.post(`${link}/change`, { ...fields, 'g.0.firstName': ' ' })
      expect(viewIn(unnamed.text).errors).toMatchObject([{ pointer: '/attendees/1/firstName' }])
      const astray = await visitor.post(`${link}/change`, { ...fields, 'g.0.email': 'nobody\r\nBcc: x' })
      expect(viewIn(astray.text).errors).toMatchObject([{ pointer: '/attendees/1/email' }])
      const sent = await visitor.post(`${link}/change`, fields)
      expect([sent.status, sent.location]).toEqual([303, `${link}?done=changed`])
      const [made] = await list(event)
      expect(made).toMatchObject({
        registrant: { firstName: 'Ada', lastName: 'New', email: person.email },
        answers: { role: 'Queen' },
        options: [{ optionId }],
        sessionIds: [event.sessions.A],
        attendees: [
          { firstName: 'Ada', lastName: 'New' },
          { firstName: 'Bob', answers: { role: 'Enemy' } },
        ],
      })
      expect(made?.answers).not.toHaveProperty('when')
      expect(await event.left()).toEqual({ YES: 4 })
      const history = await event.call<{ data: Json[] }>('GET', `/registrations/${made?.id}/history`)
      expect(history.body.data).toContainEqual(
        expect.objectContaining({ action: 'updated', actor: 'attendee' }),
      )
    })

    it('leaves what it does not show alone: a session that is closed now', async () => {
      const times = { start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' }
      const event = await open({ sessions: [{ code: 'A', title: 'A', ...times }] })
      const { link } = await join(event, { s: event.sessions.A ?? '' })
      const closed = await event.call('PATCH', `/sessions/${event.sessions.A}`, { status: 'closed' })
      expect(closed.status).toBe(200)
      const sent = await visitor.post(`${link}/change`, { firstName: 'Ada', lastName: 'New' })
      expect(sent.location).toBe(`${link}?done=changed`)
      expect(await list(event)).toMatchObject([
        { registrant: { firstName: 'Ada' }, sessionIds: [event.sessions.A] },
      ])
    })

    it('offers no change and no place where the event is called off, and still cancels', async () => {
      const event = await open({ event: { capacity: 1, waitlistEnabled: true, offerMinutes: 60 } })
      const [holder, offered, waiting] = [await join(event), await join(event), await join(event)]
      await visitor.post(`${holder.link}/cancel`, {})
      expect(await stateOf(offered.link)).toBe('offered')
      await event.call('PATCH', '', { status: 'cancelled' })
      const page = (await visitor.get(offered.link)).text
      expect(page).toContain('This event was cancelled or has ended.')
      expect(page).not.toContain(`${offered.link}/accept`)
      expect((await visitor.get(waiting.link)).text).toContain('This event was cancelled or has ended.')
      expect((await visitor.post(`${offered.link}/accept`, {})).location).toContain('done=late')
      expect((await visitor.post(`${waiting.link}/change`, {})).location).toContain('done=late')
      expect(await stateOf(offered.link)).toBe('offered')
      expect((await visitor.post(`${waiting.link}/cancel`, {})).location).toContain('done=cancelled')
    })

    it('keeps a registration as it is when the event is over', async () => {
      const start = new Date(running().clock.now()).toISOString()
      const end = new Date(running().clock.now() + 3_600_000).toISOString()
      const event = await open({ event: { start, end } })
      const { link } = await join(event)
      running().clock.advance(3_600_000)
      expect((await visitor.get(link)).text).not.toContain(`${link}/cancel`)
      expect((await visitor.post(`${link}/cancel`, {})).location).toContain('done=late')
      expect(await stateOf(link)).toBe('confirmed')
    })

    it('opens with nothing else, and stands in no log line', async () => {
      const event = await open()
      const { link } = await join(event)
      const token = link.slice(link.lastIndexOf('/') + 1)
      const swapped = (at: number) => link.slice(0, at) + (link[at] === 'A' ? 'B' : 'A') + link.slice(at + 1)
      for (const wrong of [
        swapped(link.length - 10),
        swapped(link.length - 60),
        `${link}A`,
        link.slice(0, -1),
      ]) {
        const { status, text } = await visitor.get(wrong)
        expect([status, viewIn(text).page]).toEqual([404, 'not-found'])
        expect((await visitor.post(`${wrong}/cancel`, {})).status).toBe(404)
      }
      expect((await visitor.get(`${link}/calendar.ics`)).status).toBe(200)
      expect((await visitor.get(`${link}/nothing`)).status).toBe(404)
      expect(running().logLines.filter((line) => line.includes(token.slice(22)))).toEqual([])
      expect(running().logLines.some((line) => line.includes('/e/:code/r/:token'))).toBe(true)
    })

    it('has a calendar file that a calendar takes again when the event is moved', async () => {
      const event = await open()
      const { link } = await join(event)
      const read = async () => {
        const { text } = await visitor.get(`${link}/calendar.ics`)
        const of = (name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1] ?? ''
        return { sequence: Number(of('SEQUENCE')), stamp: of('DTSTAMP'), end: of('DTEND') }
      }
      const before = await read()
      running().clock.advance(60_000)
      await event.call('PATCH', '', { end: '2031-05-09T18:00:00+02:00' })
      const after = await read()
      expect(after.end).toBe('20310509T160000Z')
      expect(after.end).not.toBe(before.end)
      expect(after.sequence).toBeGreaterThan(before.sequence)
      expect(after.stamp > before.stamp).toBe(true)
    })

    it('goes to everyone by mail where the event says so, and else to those of the page alone', async () => {
      const [quiet, loud] = [await open(), await open({ event: { notify: 'everyone', locale: 'de-AT' } })]
      const [one, other] = [newPerson(), newPerson()]
      await quiet.take({ registrant: one })
      await loud.take({ registrant: other })
      expect(await mailsTo(running(), one.email)).toEqual([])
      const [mail] = await mailsTo(running(), other.email)
      expect(mail?.subject).toBe('Sie sind angemeldet: Keys and Badges')
      expect((await visitor.get(linkIn(mail?.text ?? ''))).status).toBe(200)
    })

    it('lets nobody write a mail by a name or a title', async () => {
      const event = await open({ event: { title: 'Keys\r\nBcc: all@example.org\u202e' } })
      const person = { ...newPerson(), firstName: 'Ada\r\n\r\nClick http://evil.example' }
      await visitor.register(event.code, person)
      const [mail] = await mailsTo(running(), person.email)
      expect(mail?.subject).toBe('You’re registered: Keys Bcc: all@example.org')
      expect(mail?.text.split('\n')[0]).toBe('Hello,')
    })
  },
  { LANYARD_RATE: 'off' },
)
