import { beforeAll, expect, it } from 'vitest'
import { linkIn, mailsTo, onEachPage, publicScene, viewIn } from '../public-page.ts'
import type { EventClient } from '../registrations.ts'
import { newPerson } from '../scene.ts'

const DAYS = ['2031-05-06', '2031-05-07', '2031-05-08']
const EACH = 150

/** As many each day, at different hours, with a session of five places first. */
const sessions = DAYS.flatMap((day, at) =>
  Array.from({ length: EACH }, (_, index) => ({
    code: `${at}-${index}`,
    title: `Talk ${at}-${index}`,
    description: 'What it is about, in some words.',
    start: `${day}T${String(8 + (index % 10)).padStart(2, '0')}:00:00+02:00`,
    end: `${day}T${String(8 + (index % 10)).padStart(2, '0')}:30:00+02:00`,
    ...(index === 0 ? { capacity: 5 } : {}),
  })),
)

type Session = { id: string; title: string }
type View = { event: { sessions: Session[]; days: { day: string; isWhole: boolean }[] | null } }

onEachPage(
  'The page of an event with very many sessions',
  (running) => {
    const { visitor, open, list } = publicScene(running, 'LONG')
    let event: EventClient & { code: string }
    const ids = new Map<string, string>()
    const dayOf = async (day: string) => {
      const { text } = await visitor.get(`/e/${event.code}/days/${day}`)
      return (JSON.parse(text) as { sessions: Session[] }).sessions
    }
    beforeAll(async () => {
      event = await open({ sessions })
      for (const { id, title } of (await Promise.all(DAYS.map(dayOf))).flat()) ids.set(title, id)
    })
    const viewOf = (text: string) => viewIn(text) as unknown as View
    const titlesIn = (text: string) => [...new Set(text.match(/Talk \d-\d+/g) ?? [])]
    const idOf = (code: string) => ids.get(`Talk ${code}`) ?? ''

    it('has its days, but no sessions', async () => {
      const { text } = await visitor.get(`/e/${event.code}`)
      expect(titlesIn(text)).toEqual([])
      expect(text.length).toBeLessThan(20_000)
      // Each day is folded in the schedule and in the form.
      expect(text.match(/150 sessions/g)).toHaveLength(6)
      expect(text).toContain('href="?lang=en&amp;day=2031-05-07#day-2031-05-07"')
      expect(viewOf(text).event).toMatchObject({
        sessions: [],
        days: DAYS.map((day) => ({ day, count: EACH, choices: EACH, isWhole: false })),
      })
    })

    it('shows the day that its address names, in the schedule and in the form', async () => {
      const { text } = await visitor.get(`/e/${event.code}?day=2031-05-07`)
      expect(titlesIn(text)).toHaveLength(EACH)
      expect(titlesIn(text).every((title) => title.startsWith('Talk 1-'))).toBe(true)
      expect(text.match(/<input[^>]*name="s"/g)).toHaveLength(EACH)
      expect(text).toContain('id="day-2031-05-07"')
      const unknown = await visitor.get(`/e/${event.code}?day=1999-01-01`)
      expect(unknown.text).toBe((await visitor.get(`/e/${event.code}`)).text)
    })

    it('gives the script the sessions of a day, and their places', async () => {
      const day = await visitor.get(`/e/${event.code}/days/2031-05-08`)
      const titles = (await dayOf('2031-05-08')).map(({ title }) => title)
      expect(new Set(titles)).toEqual(new Set(Array.from({ length: EACH }, (_, n) => `Talk 2-${n}`)))
      const etag = day.headers.get('etag') ?? ''
      const again = await visitor.get(`/e/${event.code}/days/2031-05-08`, { 'if-none-match': etag })
      expect(again.status).toBe(304)
      const coded = await fetch(`${running().url}/e/${event.code}/days/2031-05-08`, {
        headers: { 'accept-encoding': 'br' },
      })
      expect([coded.headers.get('content-encoding'), await coded.text()]).toEqual(['br', day.text])
      const places = async (query: string) =>
        JSON.parse((await visitor.get(`/e/${event.code}/places${query}`)).text)
      expect(await places('')).toEqual({ state: 'open', left: {} })
      expect(await places('?day=2031-05-08')).toEqual({ state: 'open', left: { [idOf('2-0')]: 5 } })
      for (const path of ['days/1999-01-01', 'days/x'])
        expect((await visitor.get(`/e/${event.code}/${path}`)).status).toBe(404)
      const short = await open()
      expect((await visitor.get(`/e/${short.code}/days/2031-05-06`)).status).toBe(404)
    })

    it('keeps what was chosen on other days when a form asks for the next one, by buttons alone', async () => {
      const person = newPerson()
      const chosen = [idOf('0-0'), idOf('0-1')]
      const asked = await visitor.post(`/e/${event.code}`, {
        ...person,
        s: chosen,
        day: '2031-05-06',
        action: 'day-2031-05-07',
      })
      expect(asked.status).toBe(200)
      expect(asked.text).toContain(`value="${person.email}"`)
      for (const id of chosen)
        expect(asked.text).toMatch(
          new RegExp(`<input[^>]*checked[^>]*value="${id}"|<input[^>]*value="${id}"[^>]*checked`),
        )
      expect(titlesIn(asked.text)).toHaveLength(EACH + 2)
      const refused = await visitor.post(`/e/${event.code}`, {
        ...person,
        email: 'wrong',
        s: [...chosen, idOf('1-2')],
        day: '2031-05-07',
      })
      expect(refused.status).toBe(422)
      expect(titlesIn(refused.text)).toHaveLength(EACH + 2)
      const sent = await visitor.post(`/e/${event.code}`, { ...person, s: [...chosen, idOf('1-2')] })
      expect(sent.status).toBe(200)
      const [made] = await list(event)
      expect(new Set(made?.sessionIds as string[])).toEqual(new Set([...chosen, idOf('1-2')]))
    })

    it('has, behind the link of a registration, only what the person has chosen', async () => {
      const person = newPerson()
      const chosen = [idOf('0-3'), idOf('2-4')]
      await visitor.post(`/e/${event.code}`, { ...person, s: chosen })
      const [mail] = await mailsTo(running(), person.email)
      const link = linkIn(mail?.text ?? '')
      const page = await visitor.get(link)
      expect(titlesIn(page.text).sort()).toEqual(['Talk 0-3', 'Talk 2-4'])
      expect(page.headers.get('cache-control')).toBe('no-store')
      const change = await visitor.get(`${link}/change`)
      expect(titlesIn(change.text).sort()).toEqual(['Talk 0-3', 'Talk 2-4'])
      const more = await visitor.post(`${link}/change`, { ...person, s: chosen, action: 'day-2031-05-07' })
      expect([more.status, titlesIn(more.text).length]).toEqual([200, EACH + 2])
      const changed = await visitor.post(`${link}/change`, { ...person, s: [idOf('0-3'), idOf('1-5')] })
      expect(changed.location).toContain('done=changed')
      expect(titlesIn((await visitor.get(link)).text).sort()).toEqual(['Talk 0-3', 'Talk 1-5'])
    })

    it('is small and changes with its sessions', async () => {
      const headers = { 'accept-encoding': 'br' }
      const page = async () => {
        const answer = await fetch(`${running().url}/e/${event.code}?day=2031-05-06`, { headers })
        return { etag: answer.headers.get('etag'), bytes: Number(answer.headers.get('content-length')) }
      }
      const before = await page()
      expect(before.bytes).toBeLessThan(15_000)
      await event.call('PATCH', `/sessions/${idOf('0-9')}`, { title: 'Talk 0-999' })
      expect((await page()).etag).not.toBe(before.etag)
      const titles = (await dayOf('2031-05-06')).map(({ title }) => title)
      expect(titles).toContain('Talk 0-999')
    })
  },
  { LANYARD_RATE: 'off' },
)
