import { beforeAll, expect, it } from 'vitest'
import { linkIn, mailsTo, newToken, onEachPage, publicScene } from '../../events/public-page.ts'
import { newPerson } from '../../events/scene.ts'
import { failStatements, type StatementFaults } from '../statements.ts'
import { type Ask, ask, survey } from '../survey.ts'

onEachPage(
  'the registration page while a statement fails',
  (running) => {
    let faults: StatementFaults
    const { visitor, open } = publicScene(running, 'FAULT')
    beforeAll(() => {
      faults = failStatements(running())
    })

    const get =
      (path: string): Ask =>
      () =>
        ask(running().url + path, { method: 'GET' })
    const post = (path: string, fields: Readonly<Record<string, string>>): Ask => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const body = new URLSearchParams(fields).toString()
      return () => ask(running().url + path, { method: 'POST', headers, body })
    }
    /** Somebody who has registered, and the way back by the link of the mail. */
    async function linked() {
      const { code } = await open()
      const person = newPerson()
      expect((await visitor.register(code, person)).status).toBe(200)
      const [mail] = await mailsTo(running(), person.email)
      return { code, person, link: linkIn(mail?.text ?? '') }
    }

    const requests: Readonly<Record<string, () => Promise<Ask>>> = {
      'the page': async () => get(`/e/${(await open()).code}`),
      'its places': async () => get(`/e/${(await open()).code}/places`),
      'a form that is sent': async () => {
        const { code } = await open()
        const token = newToken()
        return post(`/e/${code}`, { token, ...newPerson() })
      },
      'a form that somebody who is registered sends': async () => {
        const { code, person } = await linked()
        const token = newToken()
        return post(`/e/${code}`, { token, ...person })
      },
      'a form with a mistake': async () => post(`/e/${(await open()).code}`, { token: 'x', email: 'nobody' }),
      'what is shown after it': async () => get(`/e/${(await open()).code}/sent`),
      'the link of a registration': async () => get((await linked()).link),
      'its calendar': async () => get(`${(await linked()).link}/calendar.ics`),
      'the form of a change': async () => get(`${(await linked()).link}/change`),
      'a change': async () => {
        const { link, person } = await linked()
        return post(`${link}/change`, { ...person, firstName: 'New' })
      },
      'the question whether to cancel': async () => get(`${(await linked()).link}/cancel`),
      'a cancellation': async () => post(`${(await linked()).link}/cancel`, {}),
      'a place that nobody has offered': async () => post(`${(await linked()).link}/accept`, {}),
    }

    it.each(Object.keys(requests))('blames no visitor: %s', async (name) => {
      const { answer } = await survey(faults, requests[name] as () => Promise<Ask>)
      expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(500)
      expect(answer.status).not.toBe(404)
    })
  },
  { LANYARD_RATE: 'off' },
)
