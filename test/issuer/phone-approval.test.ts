import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadConfig } from '../../src/app/config/config.ts'
import { createIssuer } from '../../src/app/services/issuer.ts'
import type { ServiceTools } from '../../src/app/services/service-tools.ts'
import type { Issuer } from '../../src/issuer/base/issuer.ts'
import { createPhoneApproval } from '../../src/issuer/phone-approval.ts'
import { createOutbound } from '../../src/kernel/outbound/request.ts'
import { type ChangeFeed, createChangeFeed } from '../../src/platform/changes/feed.ts'
import type { PhoneApproval } from '../../src/platform/phone-approval/phone-approval.ts'
import { onEachApp, type RunningApp } from '../harness.ts'
import { newPerson, type Party } from './party.ts'
import { answerTo, put, read, send } from './scene.ts'

onEachApp('the server asks a person by its own issuer', (running) => {
  let changes: ChangeFeed | undefined
  let issuer: Issuer | undefined

  beforeAll(async () => {
    const { context } = running().app
    changes = createChangeFeed(context)
    await changes.start()
    issuer = openIssuer(running(), changes)
  })
  afterAll(() => changes?.stop())

  const approvalFor = (purpose: string): PhoneApproval => {
    if (issuer === undefined) throw new Error('the issuer is opened before the tests')
    return createPhoneApproval(issuer, purpose)
  }
  const question = { message: 'Sign in', scope: 'name~r' }

  it('and gets who approved, with what they gave', async () => {
    const [approval, person] = [approvalFor('console'), await newPerson(running())]
    const asked = await approval.ask(question)
    expect(await approval.read(asked.ref)).toEqual({ status: 'pending' })
    expect((await answer(running(), person, asked, { claims: { name: 'Ada' } })).status).toBe(200)
    await expect
      .poll(() => approval.read(asked.ref))
      .toEqual({
        status: 'approved',
        fingerprint: person.fingerprint,
        claims: { name: 'Ada' },
        verified: [],
      })
  })

  it('under a name that devices show as verified', async () => {
    const asked = await approvalFor('console').ask(question)
    expect((await read(running(), ticketOf(asked.link))).body.app).toMatchObject({
      name: 'Lanyard at lanyard.test',
      verified: true,
    })
  })

  it('and hears of a denial, and of a question that it took back', async () => {
    const [approval, person] = [approvalFor('console'), await newPerson(running())]
    const denied = await approval.ask(question)
    await answer(running(), person, denied, { status: 'denied' })
    await expect.poll(() => approval.read(denied.ref)).toEqual({ status: 'denied' })
    const cancelled = await approval.ask(question)
    await approval.cancel(cancelled.ref)
    expect(await approval.read(cancelled.ref)).toEqual({ status: 'expired' })
    await approval.cancel(cancelled.ref)
  })

  it('and an answer counts once, of many that take it at the same time', async () => {
    const approval = approvalFor('console')
    const { ref } = await approval.ask(question)
    const { database } = running().app.context
    const takers = Array.from({ length: 20 }, () => database.write((tx) => approval.take(tx, ref)))
    expect((await Promise.all(takers)).filter(Boolean)).toHaveLength(1)
  })

  it('and one part of the product does not take the answer of another', async () => {
    const { ref } = await approvalFor('console').ask(question)
    const other = approvalFor('register')
    expect(await other.read(ref)).toEqual({ status: 'expired' })
    expect(await running().app.context.database.write((tx) => other.take(tx, ref))).toBe(false)
    expect(await other.read('v1.forged')).toEqual({ status: 'expired' })
  })

  it('and finds the key of a person who is known, none of one whose key is revoked', async () => {
    const [approval, person] = [approvalFor('console'), await newPerson(running())]
    expect(await approval.findCurrentKey(person.fingerprint)).toBe(person.fingerprint)
    await send(running(), 'DELETE', `/key/${person.fingerprint}`, { body: person.token({ revoke: true }) })
    expect(await approval.findCurrentKey(person.fingerprint)).toBeUndefined()
    expect(await approval.findCurrentKey('A'.repeat(43))).toBeUndefined()
  })
})

function openIssuer({ app, dataFolder, issuerUrl }: RunningApp, changes: ChangeFeed): Issuer {
  const env = { LANYARD_DATA: dataFolder, LANYARD_URL: issuerUrl.replace('/issuer', '') }
  const config = loadConfig({ cwd: dataFolder, readFile: () => undefined, env })
  const outbound = createOutbound({ allow: [], userAgent: 'test' })
  const tools = { config, context: app.context, changes, outbound, push: undefined }
  return createIssuer(tools as unknown as ServiceTools)
}

function ticketOf(link: string): string {
  return link.slice(link.lastIndexOf('/') + 1)
}

async function answer(
  running: RunningApp,
  person: Party,
  { link, number }: { link: string; number: string },
  members: Record<string, unknown>,
) {
  const ticket = ticketOf(link)
  const { app } = (await read(running, ticket)).body as { app: { fingerprint: string } }
  const asker = { fingerprint: app.fingerprint } as Party
  return put(running, ticket, answerTo(running, { app: asker, person, created: { ticket, number } }, members))
}
