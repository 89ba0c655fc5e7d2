import { expect } from 'vitest'
import { operatorOf } from '../console.ts'
import type { RunningApp } from '../harness.ts'
import type { IssuerPlace, Party } from '../issuer/party.ts'
import { answerTo, put, read } from '../issuer/scene.ts'
import { createAuthenticator } from './authenticator.ts'
import { consoleOf } from './wire.ts'

type Asked = { link: string; number: string }

/** The person answers on their phone. */
export async function answerOnPhone(
  running: IssuerPlace,
  person: Party,
  { link, number }: Asked,
  members: Record<string, unknown> = { claims: { name: 'Ada' } },
) {
  const ticket = link.slice(link.lastIndexOf('/') + 1)
  const { app } = (await read(running, ticket)).body as { app: { fingerprint: string } }
  const scene = { app: { fingerprint: app.fingerprint } as Party, person, created: { ticket, number } }
  return put(running, ticket, answerTo(running, scene, members))
}

type Challenge = { challenge: string; user?: { id: string } }
export type PasskeyHolder = Awaited<ReturnType<typeof operatorWithPasskey>>

/** An operator who has signed in and owns a passkey. */
export async function operatorWithPasskey(running: RunningApp, role: 'owner' | 'support' = 'owner') {
  const operator = await operatorOf(running, { role })
  const [api, device] = [consoleOf(running, operator.headers), createAuthenticator()]
  const options = (await api.beginPasskey({})).body as Challenge
  await api.addPasskey({ body: { name: 'Laptop', response: device.create(options) } })
  return { operator, api, device }
}

/** Asks a phone that approves; gives the question and what the operator is shown of the answer. */
export async function askedAndApproved(running: RunningApp, { api }: PasskeyHolder, person: Party) {
  const { ref, ...asked } = (await api.askToLink({})).body
  expect((await answerOnPhone(running, person, asked)).status).toBe(200)
  const find = async () => (await api.findApprover({ body: { ref } })).body
  await expect.poll(async () => (await find()).status).toBe('approved')
  return { ref, approver: (await find()).approver }
}

/** Confirms by the passkey that this identity is the operator's own. */
export async function confirmLink(
  { api, device }: PasskeyHolder,
  { ref, fingerprint }: { ref: string; fingerprint: string },
) {
  const options = (await api.beginLink({ body: { ref, fingerprint } })).body as Challenge
  return api.linkIdentity({ body: { ref, fingerprint, response: device.get(options) } })
}

/** An operator whom that person's phone signs in. */
export async function linkPerson(running: RunningApp, person: Party, role: 'owner' | 'support' = 'owner') {
  const holder = await operatorWithPasskey(running, role)
  const { ref } = await askedAndApproved(running, holder, person)
  const linked = await confirmLink(holder, { ref, fingerprint: person.fingerprint })
  expect(linked.body).toEqual({ status: 'approved' })
  return { ...holder, ref }
}
