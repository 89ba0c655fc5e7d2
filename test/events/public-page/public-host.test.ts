import { request } from 'node:http'
import { beforeAll, expect, it } from 'vitest'
import type { RunningApp } from '../../harness.ts'
import { mailsTo, newToken, onEachPage, viewIn } from '../public-page.ts'
import { createEvent, createOrganiser, newPerson } from '../scene.ts'

type Asked = { method?: string; host?: string; body?: string }

/** With whatever Host a browser would send. */
function ask({ url }: RunningApp, path: string, { method = 'GET', host = 'events.test', body }: Asked = {}) {
  return new Promise<{ status: number; location: string; text: string }>((resolve, reject) => {
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = request(url + path, { method, headers }, (answer) => {
      let text = ''
      answer.on('data', (part) => (text += part))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? '', text }),
      )
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

onEachPage(
  'Pages on a host of their own',
  (running) => {
    let app: RunningApp
    let code: string
    beforeAll(async () => {
      app = running()
      code = (await createEvent(app, await createOrganiser(app))).code
    })
    const form = (fields: Record<string, string>) =>
      new URLSearchParams({ token: newToken(), ...fields }).toString()

    it('answer at its root, and lead there from the main host', async () => {
      const page = await ask(app, `/${code}`)
      expect(page.status).toBe(200)
      expect(page.text).toContain(`action="/${code}?lang=en#register"`)
      const script = /src="(\/assets\/main-[\w-]+\.js)"/.exec(page.text)?.[1] ?? ''
      expect((await ask(app, script)).status).toBe(200)
      expect((await ask(app, '/')).status).toBe(404)
      const elsewhere = await ask(app, `/e/${code}?lang=de`, { host: 'lanyard.test' })
      expect([elsewhere.status, elsewhere.location]).toEqual([302, `http://events.test/${code}?lang=de`])
      expect((await ask(app, `/${code}/places`)).text).toContain('"state":"open"')
    })

    it('write links to that host', async () => {
      const person = newPerson()
      const body = form(person)
      const sent = await ask(app, `/${code}?lang=fr`, { method: 'POST', body })
      expect([sent.status, viewIn(sent.text).path]).toEqual([200, `/${code}`])
      expect(sent.text).toContain(`href="/${code}/sent?lang=de"`)
      const [mail] = await mailsTo(app, person.email)
      const link = /^http:\/\/events\.test(\/\S+\/r\/\S+)$/m.exec(mail?.text ?? '')?.[1] ?? ''
      expect(viewIn((await ask(app, link)).text)).toMatchObject({ page: 'registration', link })
    })

    it('take so many forms a minute from one address, and keep what was typed', async () => {
      const body = form({ firstName: 'Ada' })
      const statuses: number[] = []
      let last = ''
      for (let turn = 0; turn < 61; turn++) {
        const { status, text } = await ask(app, `/${code}`, { method: 'POST', body })
        statuses.push(status)
        last = text
      }
      expect([...new Set(statuses)]).toEqual([422, 429])
      expect(viewIn(last)).toMatchObject({
        failure: 'rate-limited',
        draft: { registrant: { firstName: 'Ada' } },
      })
      app.clock.advance(60_000)
      expect((await ask(app, `/${code}`, { method: 'POST', body })).status).toBe(422)
    })
  },
  { LANYARD_PAGES_URL: 'http://events.test' },
)
