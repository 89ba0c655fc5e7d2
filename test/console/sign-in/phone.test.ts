import { describe, expect, it } from 'vitest'
import { changeOperator } from '../../../src/platform/operators/directory.ts'
import { onEachApp, type RunningApp } from '../../harness.ts'
import { newPerson } from '../../issuer/party.ts'
import {
  answerOnPhone,
  askedAndApproved,
  confirmLink,
  linkPerson,
  operatorWithPasskey,
  type PasskeyHolder,
} from '../phone-scene.ts'
import { consoleOf, cookieOf, refusalOf } from '../wire.ts'

/** An operator whose phone signs them in. */
async function linked(running: RunningApp, role: 'owner' | 'support' = 'owner') {
  const person = await newPerson(running)
  return { person, ...(await linkPerson(running, person, role)) }
}

onEachApp('through the issuer', (running) => {
  const strangerApi = () => consoleOf(running())
  const signIn = (ref: string) => strangerApi().signInByPhone({ body: { ref } })
  const answer = async (...given: Parameters<typeof answerOnPhone>) =>
    expect((await answerOnPhone(...given)).status).toBe(200)

  it('an operator links an identity, and signs in by it', async () => {
    const { operator, person, api } = await linked(running())
    expect((await api.listIdentities({})).body.data).toMatchObject([{ fingerprint: person.fingerprint }])
    const asked = (await strangerApi().askToSignIn({})).body
    expect((await signIn(asked.ref)).body).toEqual({ status: 'pending' })
    await answer(running(), person, asked, { claims: { name: 'Ada' } })
    let cookie = ''
    await expect
      .poll(async () => {
        const { body, headers } = await signIn(asked.ref)
        cookie = cookieOf(headers)
        return body.status
      })
      .toBe('approved')
    expect((await consoleOf(running(), { cookie }).getMe({})).body.id).toBe(operator.id)
    // An answer counts once.
    expect(await refusalOf(signIn(asked.ref))).toEqual([401, 'unauthenticated'])
  })

  it('an identity that nobody has linked signs nobody in', async () => {
    const person = await newPerson(running())
    const asked = (await strangerApi().askToSignIn({})).body
    await answer(running(), person, asked, { claims: { name: 'Eve' } })
    await expect.poll(() => refusalOf(signIn(asked.ref))).toEqual([401, 'unauthenticated'])
  })

  it('an approval to link does not sign in, and one to sign in links nothing', async () => {
    const { operator, person, api, device, ref } = await linked(running())
    expect((await signIn(ref)).body).toEqual({ status: 'expired' })
    const asked = (await strangerApi().askToSignIn({})).body
    await answer(running(), person, asked, { claims: { name: 'Ada' } })
    const { fingerprint } = person
    expect((await api.findApprover({ body: { ref: asked.ref } })).body).toEqual({ status: 'expired' })
    const other = await confirmLink({ api, device, operator }, { ref: asked.ref, fingerprint })
    expect(other.body).toEqual({ status: 'expired' })
  })

  it('a denial and a forged question are told', async () => {
    const person = await newPerson(running())
    const asked = (await strangerApi().askToSignIn({})).body
    await answer(running(), person, asked, { status: 'denied' })
    await expect.poll(async () => (await signIn(asked.ref)).body.status).toBe('denied')
    expect((await signIn('v1.forged')).body.status).toBe('expired')
  })

  it('neither a disabled operator comes in nor one who has unlinked the identity', async () => {
    const one = await linked(running(), 'support')
    const two = await linked(running())
    await changeOperator(running().app.context, one.operator.id, { disabled: true, actor: 'local' })
    await two.api.unlinkIdentity({ params: { fingerprint: two.person.fingerprint } })
    for (const { person } of [one, two]) {
      const asked = (await strangerApi().askToSignIn({})).body
      await answer(running(), person, asked, { claims: { name: 'Ada' } })
      await expect.poll(() => refusalOf(signIn(asked.ref))).toEqual([401, 'unauthenticated'])
    }
    const gone = two.api.unlinkIdentity({ params: { fingerprint: two.person.fingerprint } })
    expect(await refusalOf(gone)).toEqual([404, 'not-found'])
  })

  it('an identity signs in one operator', async () => {
    const { person } = await linked(running())
    const other = await operatorWithPasskey(running())
    const { ref } = await askedAndApproved(running(), other, person)
    const linking = confirmLink(other, { ref, fingerprint: person.fingerprint })
    expect(await refusalOf(linking)).toEqual([409, 'conflict'])
  })

  describe('who approved', () => {
    const identitiesOf = async ({ api }: PasskeyHolder) =>
      (await api.listIdentities({})).body.data.map(({ fingerprint }) => fingerprint)
    const approved = async () => {
      const [holder, person] = [await operatorWithPasskey(running()), await newPerson(running())]
      const asked = await askedAndApproved(running(), holder, person)
      return { holder, person, ...asked, seen: { ref: asked.ref, fingerprint: person.fingerprint } }
    }
    const optionsFor = async ({ api }: PasskeyHolder, seen: { ref: string; fingerprint: string }) =>
      (await api.beginLink({ body: seen })).body as { challenge: string }

    it('is shown to the operator, and linked only after a passkey has confirmed it', async () => {
      const { holder, person, approver, seen } = await approved()
      expect(approver).toEqual({ fingerprint: person.fingerprint, name: 'Ada' })
      expect(await identitiesOf(holder)).toEqual([])
      expect((await confirmLink(holder, seen)).body).toEqual({ status: 'approved' })
      expect(await identitiesOf(holder)).toEqual([person.fingerprint])
      expect((await confirmLink(holder, seen)).body).toEqual({ status: 'expired' })
    })

    it('is not linked once the operator has rejected it', async () => {
      const { holder, seen } = await approved()
      expect((await holder.api.rejectIdentity({ body: { ref: seen.ref } })).status).toBe(204)
      expect((await confirmLink(holder, seen)).body).toEqual({ status: 'expired' })
      expect(await identitiesOf(holder)).toEqual([])
      const { data: entries } = (await holder.api.listAudit({ query: { action: 'identity.reject' } })).body
      expect(entries[0]?.detail).toEqual({ fingerprint: seen.fingerprint })
    })

    it('cannot approve any more after a rejection that came first', async () => {
      const [holder, person] = [await operatorWithPasskey(running()), await newPerson(running())]
      const asked = (await holder.api.askToLink({})).body
      await holder.api.rejectIdentity({ body: { ref: asked.ref } })
      expect((await answerOnPhone(running(), person, asked)).status).toBe(409)
    })

    it('is another than the passkey confirmed: nothing is linked', async () => {
      const { holder, seen } = await approved()
      const other = { ...seen, fingerprint: (await newPerson(running())).fingerprint }
      expect(await refusalOf(confirmLink(holder, other))).toEqual([422, 'invalid'])
      const response = holder.device.get(await optionsFor(holder, other))
      expect(await refusalOf(holder.api.linkIdentity({ body: { ...seen, response } }))).toEqual([
        422,
        'invalid',
      ])
      const elsewhere = await approved()
      const borrowed = holder.device.get(await optionsFor(holder, { ...seen, ref: elsewhere.seen.ref }))
      expect(await refusalOf(holder.api.linkIdentity({ body: { ...seen, response: borrowed } }))).toEqual([
        422,
        'invalid',
      ])
      expect(await identitiesOf(holder)).toEqual([])
    })

    it('needs a fresh signature of a passkey of that operator', async () => {
      const { holder, seen } = await approved()
      const link = (response: ReturnType<typeof holder.device.get>) =>
        refusalOf(holder.api.linkIdentity({ body: { ...seen, response } }))
      const stranger = await operatorWithPasskey(running())
      expect(await link(stranger.device.get(await optionsFor(holder, seen)))).toEqual([422, 'invalid'])
      expect(await link(stranger.device.get(await optionsFor(stranger, seen)))).toEqual([422, 'invalid'])
      expect(await link(holder.device.get(await optionsFor(stranger, seen)))).toEqual([422, 'invalid'])
      const signInOptions = (await strangerApi().beginSignIn({})).body as { challenge: string }
      expect(await link(holder.device.get(signInOptions))).toEqual([422, 'invalid'])
      const unverified = holder.device.get(await optionsFor(holder, seen), { verified: false })
      expect(await link(unverified)).toEqual([422, 'invalid'])
      const late = holder.device.get(await optionsFor(holder, seen))
      running().clock.advance(5 * 60_000)
      expect(
        (await holder.api.linkIdentity({ body: { ...seen, response: late } }).catch(() => undefined))?.body,
      ).not.toEqual({ status: 'approved' })
      expect(await identitiesOf(holder)).toEqual([])
    })

    it('is linked or rejected, never both, however many come at once', async () => {
      const { holder, seen } = await approved()
      const responses = await Promise.all(
        Array.from({ length: 10 }, async () => holder.device.get(await optionsFor(holder, seen))),
      )
      const linking = responses.map((response) =>
        holder.api.linkIdentity({ body: { ...seen, response } }).then(
          ({ body }) => body.status,
          () => 'refused',
        ),
      )
      const rejecting = holder.api.rejectIdentity({ body: { ref: seen.ref } })
      const outcomes = await Promise.all(linking)
      await rejecting
      const { data: entries } = (await holder.api.listAudit({ query: { action: 'identity.reject' } })).body
      const rejected = entries.some(({ detail }) => detail?.fingerprint === seen.fingerprint)
      const won = outcomes.filter((outcome) => outcome === 'approved').length
      expect(won + Number(rejected)).toBe(1)
      expect(await identitiesOf(holder)).toHaveLength(won)
    })
  })
})

onEachApp(
  'without the issuer',
  (running) => {
    it('nobody is offered to sign in by phone', async () => {
      const api = consoleOf(running())
      expect((await api.findSession({})).body).toEqual({ byPhone: false })
      expect(await refusalOf(api.askToSignIn({}))).toEqual([404, 'not-found'])
    })
  },
  { settings: { LANYARD_SERVICES: 'registration' } },
)
