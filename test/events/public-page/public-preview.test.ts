import { beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleClient, openConsoleAs } from '../console-scene.ts'
import { onEachPage, publicScene, viewIn } from '../public-page.ts'
import { createOrganiser, newPerson } from '../scene.ts'

const HOUR_MS = 3_600_000

onEachPage('The preview of an event’s page', (running) => {
  const { visitor, open, list, organiser } = publicScene(running, 'PREVIEW')
  let console: ConsoleClient
  beforeAll(async () => {
    console = await openConsoleAs(running(), organiser())
  })
  const preview = async (eventId: string) => {
    const { status, body } = await console.call<{ url: string; expiresAt: string }>(
      'POST',
      `/events/${eventId}/preview`,
    )
    expect(status).toBe(201)
    return { path: new URL(body.url).pathname + new URL(body.url).search, ...body }
  }
  it.each(['draft', 'archived', 'closed', 'published'])(
    'shows one that is %s, with a note',
    async (status) => {
      const event = await open({ event: { status } })
      const { path } = await preview(event.id)
      const shown = await visitor.get(path)
      expect(shown.status).toBe(200)
      expect(shown.text).toContain('This is a preview')
      expect(shown.text).toContain('<form')
      expect(shown.headers.get('cache-control')).toBe('no-store')
      expect(shown.headers.get('x-robots-tag')).toContain('noindex')
      expect(viewIn(shown.text).places).toMatchObject({ state: status === 'closed' ? 'closed' : 'open' })
    },
  )

  it('stays the preview in another language', async () => {
    const event = await open({ event: { status: 'draft' } })
    const { path } = await preview(event.id)
    const [, german = ''] = /href="(\?lang=de[^"]*)"/.exec((await visitor.get(path)).text) ?? []
    const shown = await visitor.get(`/e/${event.code}${german.replaceAll('&amp;', '&')}`)
    expect(shown.text).toContain('Dies ist eine Vorschau')
  })

  describe('its form', () => {
    it.each(['draft', 'published'])('registers nobody at an event that is %s', async (status) => {
      const event = await open({ event: { status } })
      const { path } = await preview(event.id)
      const sent = await visitor.post(path, { token: 'T', ...newPerson() })
      expect(sent.status).toBe(200)
      expect(sent.text).toContain('no one was registered')
      expect(sent.text).toContain(`preview=${new URLSearchParams(path.split('?')[1]).get('preview')}`)
      expect(await list(event)).toEqual([])
    })

    it('says what is wrong with it', async () => {
      const event = await open({ event: { status: 'draft' } })
      const { path } = await preview(event.id)
      const sent = await visitor.post(path, { token: 'T', ...newPerson(), email: 'nobody' })
      expect(sent.status).toBe(422)
      expect(await list(event)).toEqual([])
    })

    it('registers nobody once the preview is over, although the event is public', async () => {
      const event = await open()
      const { path } = await preview(event.id)
      running().clock.advance(HOUR_MS + 1_000)
      const sent = await visitor.post(path, { token: 'T', ...newPerson() })
      expect(sent.status).toBe(404)
      expect(sent.text).toContain('preview has expired')
      expect(await list(event)).toEqual([])
    })
  })

  it('opens one event, for an hour, and only with its own token', async () => {
    const [one, other] = [
      await open({ event: { status: 'draft' } }),
      await open({ event: { status: 'draft' } }),
    ]
    const { path, expiresAt } = await preview(one.id)
    expect(Date.parse(expiresAt) - running().clock.now()).toBeLessThanOrEqual(HOUR_MS)
    const query = path.slice(path.indexOf('?'))
    const later = query.replace('preview=', 'preview=z')
    for (const wrong of [`/e/${other.code}${query}`, `/e/${one.code}${later}`, `/e/${one.code}?preview=`])
      expect((await visitor.get(wrong)).status, wrong).toBe(404)
    expect((await visitor.get(`/e/${one.code}`)).status).toBe(404)
    running().clock.advance(HOUR_MS - 5_000)
    expect((await visitor.get(path)).status).toBe(200)
    running().clock.advance(6_000)
    expect((await visitor.get(path)).status).toBe(404)
  })

  it('is made only for events of the own organisation', async () => {
    const event = await open({ event: { status: 'draft' } })
    const stranger = await openConsoleAs(running(), await createOrganiser(running()))
    expect((await stranger.call('POST', `/events/${event.id}/preview`)).status).toBe(404)
  })
})
