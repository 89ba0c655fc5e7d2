import { expect, it } from 'vitest'
import { newPerson as newKey, type Party } from '../../issuer/party.ts'
import { answerTo, put, read } from '../../issuer/scene.ts'
import { mailsTo, newToken, onEachPage, publicScene, viewIn } from '../public-page.ts'
import { type Json, newPerson } from '../scene.ts'

let phones = 0
const newPhone = () => `+49301234${String(++phones).padStart(3, '0')}`

onEachPage(
  'An event that asks for more than a form',
  (running) => {
    const { visitor, open, list } = publicScene(running, 'PROOF')
    const ask = (confirmBy: 'phone' | 'authenticator') => open({ event: { confirmBy } })
    /** A form that is filled in, with a token of its own. */
    const filled = (fields: Record<string, string> = {}) => ({
      token: newToken(),
      ...newPerson(),
      ...fields,
    })
    const proofIn = (text: string) => viewIn(text).proof as Record<string, string>
    const codeTo = async (phone: string) =>
      /^\d{6}/.exec((await mailsTo(running(), phone)).at(-1)?.text ?? '')?.[0] ?? ''

    it('registers when the code from the phone comes back, once, and not before', async () => {
      const event = await ask('phone')
      const phone = newPhone()
      const fields = filled({ phone: phone.replace('+49', '0049 ') })
      const asked = await visitor.post(`/e/${event.code}`, fields)
      expect([asked.status, viewIn(asked.text).page]).toEqual([200, 'proof'])
      expect(await list(event)).toEqual([])
      const code = await codeTo(phone)
      expect(code).toMatch(/^\d{6}$/)
      const proof = proofIn(asked.text).ref ?? ''
      const wrong = await visitor.post(`/e/${event.code}`, { ...fields, proof, code: '000000' })
      expect([wrong.status, viewIn(wrong.text).failure]).toEqual([409, 'code-wrong'])
      expect(wrong.text).toContain(`name="firstName" value="${fields.firstName}"`)
      const other = await visitor.post(`/e/${event.code}`, { ...fields, phone: newPhone(), proof, code })
      expect(viewIn(other.text).failure).toBe('code-over')
      const sent = await visitor.post(`/e/${event.code}`, {
        ...fields,
        proof,
        code: `${code.slice(0, 3)} ${code.slice(3)}`,
      })
      expect([sent.status, viewIn(sent.text).page]).toEqual([200, 'sent'])
      const again = await visitor.post(`/e/${event.code}`, { ...fields, proof, code })
      expect(again.status).toBe(200)
      const [made, second] = await list(event)
      expect(made).toMatchObject({ registrant: { phone } })
      expect(second).toBeUndefined()
      const reused = await visitor.post(`/e/${event.code}`, { ...fields, ...newPerson(), proof, code })
      expect([reused.status, viewIn(reused.text).failure]).toEqual([409, 'code-over'])
    })

    it('lets nobody guess a code, nor use it elsewhere or late', async () => {
      const [event, elsewhere] = [await ask('phone'), await ask('phone')]
      const phone = newPhone()
      const fields = filled({ phone })
      const send = (more: Record<string, string>, where: { code: string } = event) =>
        visitor.post(`/e/${where.code}`, { ...fields, ...more })
      const proof = proofIn((await send({})).text).ref ?? ''
      const code = await codeTo(phone)
      expect(viewIn((await send({ proof, code }, elsewhere)).text).failure).toBe('code-over')
      for (let turn = 0; turn < 5; turn++) await send({ proof, code: 'x' })
      expect(viewIn((await send({ proof, code })).text).failure).toBe('code-over')
      const fresh = await send({ proof, action: 'again' })
      running().clock.advance(11 * 60_000)
      const late = await send({ proof: proofIn(fresh.text).ref ?? '', code: await codeTo(phone) })
      expect(viewIn(late.text).failure).toBe('code-over')
      expect(await list(event)).toEqual([])
    })

    it('tells at the field that a number is none, and sends nothing', async () => {
      const event = await ask('phone')
      const answer = await visitor.post(`/e/${event.code}`, filled({ phone: '12' }))
      expect(answer.status).toBe(422)
      expect(viewIn(answer.text).errors).toMatchObject([{ pointer: '/registrant/phone' }])
    })

    /** As the authenticator does. */
    async function answer(person: Party, { link = '', number = '' }: Record<string, string>, members: Json) {
      const ticket = link.slice(link.lastIndexOf('/') + 1)
      const { app: asker } = (await read(running(), ticket)).body as { app: { fingerprint: string } }
      const scene = { app: asker as Party, person, created: { ticket, number } }
      return put(running(), ticket, answerTo(running(), scene as Parameters<typeof answerTo>[1], members))
    }

    it('sends nothing to a premium number, also if a zero is written that nobody dials', async () => {
      const event = await ask('phone')
      for (const phone of ['+449098790000', '+4409098790000']) {
        const answer = await visitor.post(`/e/${event.code}`, filled({ phone }))
        expect([answer.status, viewIn(answer.text).failure], phone).toEqual([409, 'phone-refused'])
        expect(await mailsTo(running(), phone)).toEqual([])
      }
    })

    it('sends at most five codes to a number, however it is written', async () => {
      const event = await ask('phone')
      const statuses: number[] = []
      for (const phone of ['+447400123456', '+4407400123456'])
        for (let send = 0; send < 4; send += 1)
          statuses.push((await visitor.post(`/e/${event.code}`, filled({ phone }))).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 409, 409, 409])
    })

    it('fills the form from the phone, and registers once with its approval', async () => {
      const event = await ask('authenticator')
      const { text } = await visitor.get(`/e/${event.code}`)
      expect(text).toContain('Fill in with your phone')
      const token = newToken()
      const asked = await visitor.post(`/e/${event.code}`, { token, action: 'fill' })
      const proof = proofIn(asked.text)
      const fields = { token, fill: 'true', proof: proof.ref ?? '', asked: proof.kept ?? '' }
      const early = await visitor.post(`/e/${event.code}`, fields)
      expect([viewIn(early.text).page, proofIn(early.text).link]).toEqual(['proof', proof.link])
      const person = await newKey(running())
      const claims = { name: 'Ada Augusta Example', email: 'ada@example.org' }
      expect((await answer(person, proof, { claims })).status).toBe(200)
      const state = await visitor.get(`/e/${event.code}/approval/${proof.ref}`)
      expect(JSON.parse(state.text)).toEqual({ status: 'approved' })
      const form = await visitor.post(`/e/${event.code}`, fields)
      expect(viewIn(form.text)).toMatchObject({
        page: 'form',
        proof: proof.ref,
        draft: {
          token,
          registrant: { firstName: 'Ada Augusta', lastName: 'Example', email: 'ada@example.org' },
        },
      })
      const given = { firstName: 'Ada', lastName: 'Example', email: 'ada@example.org' }
      const done = { token, ...given, proof: proof.ref ?? '' }
      expect((await visitor.post(`/e/${event.code}`, done)).status).toBe(200)
      expect((await visitor.post(`/e/${event.code}`, done)).status).toBe(200)
      const reused = await visitor.post(`/e/${event.code}`, { ...done, ...newPerson() })
      expect([reused.status, viewIn(reused.text).failure]).toEqual([409, 'approval-expired'])
      expect(await list(event)).toHaveLength(1)
    })

    it('asks the phone after the form, and registers nobody whose phone denies', async () => {
      const event = await ask('authenticator')
      const fields = filled()
      const proof = proofIn((await visitor.post(`/e/${event.code}`, fields)).text)
      expect(await list(event)).toEqual([])
      await answer(await newKey(running()), proof, { status: 'denied' })
      const denied = await visitor.post(`/e/${event.code}`, { ...fields, proof: proof.ref ?? '' })
      expect([denied.status, viewIn(denied.text).failure]).toEqual([409, 'approval-denied'])
      const forged = await visitor.post(`/e/${event.code}`, { ...fields, proof: 'v1.AAAA' })
      expect(viewIn(forged.text).failure).toBe('approval-expired')
      const other = await ask('authenticator')
      const fresh = proofIn((await visitor.post(`/e/${other.code}`, fields)).text)
      await answer(await newKey(running()), fresh, {})
      const crossed = await visitor.post(`/e/${event.code}`, { ...fields, proof: fresh.ref ?? '' })
      expect(viewIn(crossed.text).failure).toBe('approval-expired')
      expect((await visitor.post(`/e/${other.code}`, { ...fields, proof: fresh.ref ?? '' })).status).toBe(200)
    })
  },
  { LANYARD_RATE: 'off' },
)
