import { expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { call, rotate } from '../../issuer/calls.ts'
import { newParty, newPerson, type Party, register } from '../../issuer/party.ts'
import { answerOnPhone, linkPerson } from '../phone-scene.ts'
import { consoleOf, cookieOf, refusalOf } from '../wire.ts'

type Asked = { link: string; number: string; ref: string }
const unauthenticated = [401, 'unauthenticated']

onEachApp('the key behind an identity that signs in', (running) => {
  const stranger = () => consoleOf(running())
  const ask = async (): Promise<Asked> => (await stranger().askToSignIn({})).body
  const signIn = ({ ref }: Asked) => stranger().signInByPhone({ body: { ref } })
  const approve = async (person: Party, asked: Asked) =>
    expect((await answerOnPhone(running(), person, asked)).status).toBe(200)
  const revoke = (party: Party) =>
    call(running(), 'DELETE', `/key/${party.fingerprint}`, { token: party.token({ revoke: true }) })

  async function linked(person: Party) {
    const { operator, api } = await linkPerson(running(), person)
    const identities = async () =>
      (await api.listIdentities({})).body.data.map(({ fingerprint }) => fingerprint)
    return { operator, api, identities }
  }

  /** Who is signed in by an answer that was given. */
  async function signedIn(asked: Asked): Promise<string> {
    const { body, headers } = await signIn(asked)
    expect(body).toEqual({ status: 'approved' })
    return (await consoleOf(running(), { cookie: cookieOf(headers) }).getMe({})).body.id
  }

  it('signs in by the new one after a rotation, and by the one after that', async () => {
    const keys = [await newPerson(running()), newParty(running()), newParty(running())] as const
    const { operator, identities } = await linked(keys[0])
    expect((await rotate(running(), keys[0], keys[1])).status).toBe(200)
    expect((await rotate(running(), keys[1], keys[2])).status).toBe(200)
    const asked = await ask()
    await approve(keys[2], asked)
    expect(await signedIn(asked)).toBe(operator.id)
    expect(await identities()).toEqual([keys[2].fingerprint])
    const again = await ask()
    await approve(keys[2], again)
    expect(await signedIn(again)).toBe(operator.id)
  })

  it('signs nobody in by the old one after a rotation', async () => {
    const [old, next] = [await newPerson(running()), newParty(running())]
    await linked(old)
    expect((await rotate(running(), old, next)).status).toBe(200)
    const asked = await ask()
    expect((await answerOnPhone(running(), old, asked)).status).toBe(410)
    expect((await signIn(asked)).body).toEqual({ status: 'pending' })
  })

  it('signs in by an answer of the old one that was rotated after it', async () => {
    const [old, next] = [await newPerson(running()), newParty(running())]
    const { operator, identities } = await linked(old)
    const asked = await ask()
    await approve(old, asked)
    expect((await rotate(running(), old, next)).status).toBe(200)
    expect(await signedIn(asked)).toBe(operator.id)
    expect(await identities()).toEqual([next.fingerprint])
  })

  it('signs nobody in once it is revoked, not even by what it answered before', async () => {
    const person = await newPerson(running())
    await linked(person)
    const [before, after] = [await ask(), await ask()]
    await approve(person, before)
    expect((await revoke(person)).status).toBe(200)
    expect((await answerOnPhone(running(), person, after)).status).toBe(410)
    expect(await refusalOf(signIn(before))).toEqual(unauthenticated)
    expect((await signIn(after)).body).toEqual({ status: 'pending' })
  })

  it('signs nobody in where the one that took its place is revoked', async () => {
    const [old, next] = [await newPerson(running()), newParty(running())]
    await linked(old)
    const asked = await ask()
    await approve(old, asked)
    await rotate(running(), old, next)
    expect((await revoke(next)).status).toBe(200)
    expect(await refusalOf(signIn(asked))).toEqual(unauthenticated)
  })

  it('signs nobody in by a key of somebody else, or by one that came after a revocation', async () => {
    const [person, other] = [await newPerson(running()), newParty(running())]
    await linked(person)
    await revoke(person)
    await register(running(), other)
    const asked = await ask()
    await approve(other, asked)
    expect(await refusalOf(signIn(asked))).toEqual(unauthenticated)
  })
})
