import { type IncomingHttpHeaders, request } from 'node:http'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import type { RunningApp } from '../../harness.ts'
import { mailsTo, onEachPage, publicScene, viewIn } from '../public-page.ts'
import { newPerson } from '../scene.ts'

type Raw = { status: number; headers: IncomingHttpHeaders; bytes: Buffer }

/** As it comes over the wire. */
function askRaw(
  { url }: RunningApp,
  path: string,
  headers: Record<string, string> | string[] = {},
  method = 'GET',
) {
  return new Promise<Raw>((resolve, reject) => {
    const sent = request(url + path, { method, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, bytes: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}

onEachPage(
  'The page that everyone gets',
  (running) => {
    const { visitor, open, list } = publicScene(running, 'SHARED')
    const later = (ms = 1_500) => running().clock.advance(ms)
    const get = (path: string, headers: Record<string, string> = {}) => askRaw(running(), path, headers)
    /** What the page says now, and whether it is another one than before. */
    const read = async (path: string, etag = '') => {
      const { status, headers, bytes } = await get(path, { 'accept-encoding': 'br', 'if-none-match': etag })
      const isCoded = headers['content-encoding'] === 'br'
      const text = (isCoded ? brotliDecompressSync(bytes) : bytes).toString()
      return { status, etag: headers.etag ?? '', text }
    }

    it('is the same in every coding, each with its own tag', async () => {
      const { code } = await open({ event: { description: 'Words. '.repeat(500) } })
      const plain = await get(`/e/${code}`)
      const br = await get(`/e/${code}`, { 'accept-encoding': 'gzip, deflate, br' })
      const gzip = await get(`/e/${code}`, { 'accept-encoding': 'gzip;q=0.8, br;q=0' })
      expect([plain, br, gzip].map(({ headers }) => headers['content-encoding'])).toEqual([
        undefined,
        'br',
        'gzip',
      ])
      expect(brotliDecompressSync(br.bytes)).toEqual(plain.bytes)
      expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes)
      expect(br.bytes.length).toBeLessThan(plain.bytes.length / 2)
      expect(new Set([plain, br, gzip].map(({ headers }) => headers.etag)).size).toBe(3)
      for (const { headers, bytes } of [plain, br, gzip]) {
        expect(headers).toMatchObject({
          'cache-control': 'no-cache',
          vary: 'accept-language, accept-encoding',
          etag: expect.stringMatching(/^"[\w-]+"$/),
          'content-length': String(bytes.length),
        })
      }
    })

    it('is not sent again to a browser that has it', async () => {
      const { code } = await open()
      for (const coding of ['', 'gzip', 'br']) {
        const known = await get(`/e/${code}`, { 'accept-encoding': coding })
        const headers = { 'accept-encoding': coding, 'if-none-match': `"other", ${known.headers.etag}` }
        const again = await get(`/e/${code}`, headers)
        expect([again.status, again.bytes.length]).toEqual([304, 0])
        expect([again.headers.etag, again.headers.vary]).toEqual([known.headers.etag, known.headers.vary])
        const other = await get(`/e/${code}?lang=fr`, headers)
        expect(other.status).toBe(200)
      }
    })

    it('answers HEAD as GET, without the page', async () => {
      const { code } = await open()
      const headers = { 'accept-encoding': 'br' }
      const whole = await get(`/e/${code}`, headers)
      const head = await askRaw(running(), `/e/${code}`, headers, 'HEAD')
      expect([head.status, head.bytes.length]).toEqual([200, 0])
      expect(head.headers).toEqual({ ...whole.headers, date: head.headers.date })
    })

    it('holds nothing of anybody: neither a token, nor numbers, nor what somebody else has filled in', async () => {
      const { code } = await open({ event: { capacity: 7, maxGuests: 1 } })
      const first = await get(`/e/${code}`)
      const back = await visitor.post(`/e/${code}`, {
        token: 'of-somebody-else',
        firstName: 'Mallory',
        email: 'wrong',
      })
      expect([back.status, back.headers.get('cache-control')]).toEqual([422, 'no-store'])
      expect([back.headers.get('etag'), back.headers.get('content-encoding')]).toEqual([null, null])
      expect(back.text).toContain('of-somebody-else')
      const added = await visitor.post(`/e/${code}`, { token: 'mine', firstName: 'Ada', action: 'add-guest' })
      expect([added.status, added.headers.get('cache-control')]).toEqual([200, 'no-store'])
      const second = await get(`/e/${code}`)
      expect(second.bytes).toEqual(first.bytes)
      expect(viewIn(second.bytes.toString())).toMatchObject({
        draft: { token: '', guests: [], registrant: { firstName: '' } },
        places: { state: 'open', left: {} },
      })
    })

    it('is the same when it is sent again without another look', async () => {
      const { code } = await open()
      const headers = { 'accept-encoding': 'br' }
      const lines = () => running().logLines.filter((line) => line.includes('"route":"/e/:code"'))
      const seen = lines().length
      const [first, second] = [await get(`/e/${code}`, headers), await get(`/e/${code}`, headers)]
      expect(second.bytes).toEqual(first.bytes)
      expect(second.headers).toEqual({ ...first.headers, date: second.headers.date })
      await expect.poll(() => lines().length).toBe(seen + 2)
      const ids = lines().map((line) => (JSON.parse(line) as { request: string }).request)
      expect(new Set(ids).size).toBe(ids.length)
    })

    it('takes another look at requests that browsers do not send', async () => {
      const { code } = await open()
      const headers = { 'accept-encoding': 'br' }
      const known = await get(`/e/${code}`, headers)
      const withBody = await get(`/e/${code}`, { ...headers, 'content-length': '0' })
      expect(withBody.bytes).toEqual(known.bytes)
      const twoHosts = await askRaw(running(), `/e/${code}`, [
        ...['host', new URL(running().url).host, 'host', new URL(running().url).host],
        ...['accept-encoding', 'br'],
      ])
      expect(twoHosts.status).toBe(400)
      expect((await askRaw(running(), `/e/${code}`, headers, 'DELETE')).status).toBe(405)
    })

    it('is written once for many who come at once', async () => {
      const { code } = await open()
      const answers = await Promise.all(Array.from({ length: 40 }, () => get(`/e/${code}`)))
      expect(new Set(answers.map(({ headers }) => headers.etag)).size).toBe(1)
    })

    it('changes at once with the event, its form and its sessions', async () => {
      const event = await open({
        sessions: [
          {
            code: 'A',
            title: 'First title',
            start: '2031-05-06T10:00:00+02:00',
            end: '2031-05-06T11:00:00+02:00',
          },
        ],
      })
      const path = `/e/${event.code}`
      const before = await read(path)
      await event.call('PATCH', '', { title: 'Another title' })
      const renamed = await read(path, before.etag)
      expect(renamed.status).toBe(200)
      expect(renamed.text).toContain('Another title')
      await event.call('PATCH', `/sessions/${event.sessions.A}`, { title: 'Second title' })
      const moved = await read(path, renamed.etag)
      expect(moved.text).toContain('Second title')
      expect(moved.text).not.toContain('First title')
      await event.call('PATCH', '', { status: 'archived' })
      expect((await read(path, moved.etag)).status).toBe(404)
    })

    it('shows an option as closed while its session is', async () => {
      const times = { start: '2031-05-06T10:00:00+02:00', end: '2031-05-06T11:00:00+02:00' }
      const event = await open({
        sessions: [{ ref: 'lab', code: 'LAB', title: 'Lab', ...times }],
        optionGroups: [{ name: 'Labs', options: [{ name: 'Lab', code: 'L', sessionId: 'lab' }] }],
      })
      const shown = async () => viewIn((await read(`/e/${event.code}`)).text)
      const view = (isClosed: boolean) => ({ event: { groups: [{ options: [{ name: 'Lab', isClosed }] }] } })
      expect(await shown()).toMatchObject(view(false))
      await event.call('PATCH', `/sessions/${event.sessions.LAB}`, { status: 'closed' })
      expect(await shown()).toMatchObject(view(true))
    })

    it('says without a script when a type, a session or the event becomes full, and when it has room again', async () => {
      const event = await open({
        event: { capacity: 2, waitlistEnabled: true },
        registrationTypes: [
          { name: 'Early', code: 'EARLY', capacity: 1 },
          { name: 'Usual', code: 'USUAL' },
        ],
      })
      const path = `/e/${event.code}`
      const empty = await read(path)
      expect(empty.text).not.toMatch(/full|waiting list/i)
      const one = await event.take({ registrationTypeId: event.types.EARLY })
      later()
      const early = await read(path, empty.etag)
      expect(early.status).toBe(200)
      expect(viewIn(early.text).places).toEqual({ state: 'open', left: { [event.types.EARLY ?? '']: 0 } })
      expect(early.text).toContain('<span class="mark">Full, waiting list open</span>')
      await event.take({ registrationTypeId: event.types.USUAL })
      later()
      const full = await read(path, early.etag)
      expect(full.text).toContain('Full, waiting list open')
      expect(full.text).toContain('Join the waiting list')
      await event.call('POST', `/registrations/${one.id}/cancel`)
      later()
      const open2 = await read(path, full.etag)
      expect(open2.text).toContain('Registration is open')
    })

    it('is full for everyone as soon as it is full for one', async () => {
      const event = await open({ event: { capacity: 1, waitlistEnabled: true } })
      const path = `/e/${event.code}`
      const before = await read(path)
      await read(`${path}?lang=de`)
      await event.take()
      later()
      expect((await read(`${path}?lang=de`)).text).toContain('Warteliste')
      const full = await read(path, before.etag)
      expect(full.text).toContain('Full, waiting list open')
      expect((await read(path, full.etag)).status).toBe(304)
    })

    it('looks again at the places while people view it, before what it knows is a second old', async () => {
      const event = await open({ event: { capacity: 1, waitlistEnabled: true } })
      const path = `/e/${event.code}`
      const before = await read(path)
      await event.take()
      later(800)
      // The view that starts the reading does not wait for it.
      expect((await read(path, before.etag)).status).toBe(304)
      await vi.waitFor(async () => expect((await read(path, before.etag)).status).toBe(200))
    })

    it('does not change when a place of many is taken', async () => {
      const event = await open({ event: { capacity: 5 } })
      const before = await read(`/e/${event.code}`)
      await event.take()
      later()
      expect((await read(`/e/${event.code}`, before.etag)).status).toBe(304)
      expect(JSON.parse((await get(`/e/${event.code}/places`)).bytes.toString())).toMatchObject({
        left: { '': 4 },
      })
    })

    it('opens and closes by the clock', async () => {
      const now = running().clock.now()
      const at = (ms: number) => new Date(now + ms).toISOString()
      const event = await open({
        event: { registrationOpens: at(400), registrationCloses: at(800) },
        registrationTypes: [
          { name: 'All', code: 'ALL' },
          { name: 'Late', code: 'LATE', opensAt: at(600) },
        ],
      })
      const path = `/e/${event.code}`
      const soon = await read(path)
      expect(soon.text).toContain('Registration is not open yet')
      expect(soon.text).not.toContain('<form')
      later(400)
      const opened = await read(path, soon.etag)
      expect(opened.text).toContain('<form')
      expect(opened.text).toContain('available from')
      later(200)
      const both = await read(path, opened.etag)
      expect(both.status).toBe(200)
      expect(both.text).not.toContain('available from')
      later(200)
      expect((await read(path, both.etag)).text).toContain('Registration is closed')
    })

    it('has one page for regions that nobody has heard of', async () => {
      const { code } = await open()
      const etags = ['en-QX', 'en-QY', 'en-qz', 'en'].map(async (language) => {
        const { headers } = await get(`/e/${code}`, { 'accept-language': language })
        return headers.etag
      })
      expect(new Set(await Promise.all(etags)).size).toBe(1)
      const british = await get(`/e/${code}`, { 'accept-language': 'en-GB' })
      expect(british.headers.etag).not.toBe(await etags[0])
    })

    describe('a form without a token, as browsers send it that run no script', () => {
      it('registers once, sent at once or again', async () => {
        const event = await open({ event: { multiplePerEmail: true } })
        const fields = { token: '', ...newPerson() }
        const answers = await Promise.all(
          Array.from({ length: 8 }, () => visitor.post(`/e/${event.code}`, fields)),
        )
        const again = await visitor.post(`/e/${event.code}`, fields)
        const places = [...answers, again].filter(({ status }) => status === 303)
        expect(new Set(places.map(({ location }) => location)).size).toBe(1)
        expect(await list(event)).toHaveLength(1)
        const other = await visitor.post(`/e/${event.code}`, { ...fields, firstName: 'Other' })
        expect(other.location).not.toBe(again.location)
        expect(await list(event)).toHaveLength(2)
      })

      it('sends the link again to somebody who asks for it some minutes later', async () => {
        const event = await open()
        const fields = { token: '', ...newPerson() }
        for (let turn = 0; turn < 3; turn++)
          expect((await visitor.post(`/e/${event.code}`, fields)).status).toBe(200)
        expect(await mailsTo(running(), fields.email)).toHaveLength(1)
        later(600_000)
        expect((await visitor.post(`/e/${event.code}`, fields)).status).toBe(200)
        expect(await mailsTo(running(), fields.email)).toHaveLength(2)
        expect(await list(event)).toHaveLength(1)
      })
    })
  },
  { LANYARD_RATE: 'off' },
)
