import { expect, it } from 'vitest'
import { changeOperator } from '../../src/platform/operators/directory.ts'
import { operatorOf } from '../console.ts'
import { onEachApp, type RunningApp } from '../harness.ts'
import { newPerson, type Party } from '../issuer/party.ts'
import { answerTo, put, read } from '../issuer/scene.ts'
import { consoleOf, cookieOf, refusalOf } from './wire.ts'

type Asked = { link: string; number: string }

/** The person answers on their phone. */
async function answer(running: RunningApp, person: Party, { link, number }: Asked, members = {}) {
  const ticket = link.slice(link.lastIndexOf('/') + 1)
  const { app } = (await read(running, ticket)).body as { app: { fingerprint: string } }
  const asker = { fingerprint: app.fingerprint } as Party
  const scene = { app: asker, person, created: { ticket, number } }
  expect((await put(running, ticket, answerTo(running, scene, members))).status).toBe(200)
}

/** An operator whose phone signs them in. */
async function linked(running: RunningApp, role: 'owner' | 'support' = 'owner') {
  const [operator, person] = [await operatorOf(running, { role }), await newPerson(running)]
  const api = consoleOf(running, operator.headers)
  const asked = (await api.askToLink({})).body
  await answer(running, person, asked, { claims: { name: 'Ada' } })
  const link = () => api.linkIdentity({ body: { ref: asked.ref } })
  await expect.poll(async () => (await link()).body.status).toBe('approved')
  return { operator, person, api, ref: asked.ref }
}

onEachApp('through the issuer', (running) => {
  const strangerApi = () => consoleOf(running())
  const signIn = (ref: string) => strangerApi().signInByPhone({ body: { ref } })

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
    const { operator, person, api, ref } = await linked(running())
    expect((await signIn(ref)).body).toEqual({ status: 'expired' })
    const asked = (await strangerApi().askToSignIn({})).body
    await answer(running(), person, asked, { claims: { name: 'Ada' } })
    expect((await api.linkIdentity({ body: { ref: asked.ref } })).body).toEqual({ status: 'expired' })
    expect(operator.id).not.toBe('')
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
    const other = consoleOf(running(), (await operatorOf(running())).headers)
    const asked = (await other.askToLink({})).body
    await answer(running(), person, asked, { claims: { name: 'Ada' } })
    const linking = () => other.linkIdentity({ body: { ref: asked.ref } })
    await expect.poll(() => refusalOf(linking())).toEqual([409, 'conflict'])
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
