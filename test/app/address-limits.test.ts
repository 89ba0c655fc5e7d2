import { beforeAll, expect, it } from 'vitest'
import { consoleOf, refusalOf } from '../console/wire.ts'
import { newToken, onEachPage } from '../events/public-page.ts'
import { createEvent, createOrganiser } from '../events/scene.ts'
import type { RunningApp } from '../harness.ts'
import { tally } from '../issuer/calls.ts'
import { newParty } from '../issuer/party.ts'

const by = (address: string) => ({ 'x-forwarded-for': address })

/** One after the other, from the first address of each network that the numbers name. */
async function ask<T>(networks: readonly string[], send: (address: string) => Promise<T>): Promise<T[]> {
  const answers: T[] = []
  for (const network of networks) answers.push(await send(network))
  return answers
}

const addresses = (count: number) => Array.from({ length: count }, (_, n) => `2001:db8:1:1::${n + 1}`)
const mapped = ['192.0.2.1', '::ffff:192.0.2.1', '::ffff:c000:201', '192.0.2.1']

onEachPage(
  'Limits by address, where a client has a whole network',
  (running: () => RunningApp) => {
    let code: string
    beforeAll(async () => {
      code = (await createEvent(running(), await createOrganiser(running()))).code
    })
    const openJob = (address: string) =>
      fetch(`${running().url}/issuer/scope`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...by(address) },
        body: '{"scope":"name"}',
      })
    const register = (address: string) => {
      const party = newParty(running())
      return fetch(`${running().url}/issuer/key`, {
        method: 'POST',
        headers: { 'content-type': 'application/jwt', ...by(address) },
        body: party.token({}, { jwk: party.signer.jwk }),
      })
    }
    const page = () => `${running().url}/e/${code}`
    const sendForm = (address: string) => {
      const body = new URLSearchParams({ token: newToken() })
      return fetch(page(), { method: 'POST', body, headers: by(address) })
    }
    const openPage = (address: string) =>
      fetch(page(), { headers: { ...by(address), 'accept-encoding': 'br' } })

    it('count jobs that nobody signed by /64, and by /48 at ten times the rate', async () => {
      expect(tally(await ask(addresses(5), openJob))).toEqual({ 201: 3, 429: 2 })
      const sites = Array.from({ length: 29 }, (_, n) => `2001:db8:1:${(n + 2).toString(16)}::1`)
      expect(tally(await ask(sites, openJob))).toEqual({ 201: 27, 429: 2 })
      expect((await openJob('2001:db8:2::1')).status).toBe(201)
      expect(tally(await ask(mapped, openJob))).toEqual({ 201: 3, 429: 1 })
    })

    it('count registrations of keys', async () => {
      expect(tally(await ask(addresses(4), register))).toEqual({ 201: 3, 429: 1 })
      expect(tally(await ask(mapped, register))).toEqual({ 201: 3, 429: 1 })
    })

    it('count forms of the registration page', async () => {
      expect(tally(await ask(addresses(62), sendForm))).toEqual({ 422: 60, 429: 2 })
      expect((await sendForm('2001:db8:1:2::1')).status).toBe(422)
    })

    it('count registration pages that are opened, and say when to come back', async () => {
      const site = (count: number) => Array.from({ length: count }, (_, n) => `2001:db8:3:1::${n + 1}`)
      const answers = await ask(site(22), openPage)
      expect(tally(answers)).toEqual({ 200: 20, 429: 2 })
      const refused = answers.at(-1)
      expect(refused?.headers.get('retry-after')).toBe('3')
      expect(refused?.headers.get('cache-control')).toBe('no-store')
      expect(await refused?.text()).toContain('Something went wrong')
      expect((await openPage('2001:db8:3:2::1')).status).toBe(200)
      expect(tally(await ask(Array(6).fill(mapped).flat(), openPage))).toEqual({ 200: 20, 429: 4 })
      // Forms and files are counted apart.
      expect((await sendForm('2001:db8:3:1::1')).status).toBe(422)
    })

    it('count attempts to sign in to the console, in storage', async () => {
      const begin = (address: string) => consoleOf(running(), by(address)).beginSignIn({})
      await Promise.all(addresses(120).map(begin))
      expect(await refusalOf(begin('2001:db8:1:1:ffff::1'))).toEqual([429, 'rate-limited'])
      expect((await begin('2001:db8:1:2::1')).status).toBe(200)
    })
  },
  {
    LANYARD_TRUST_PROXY: '1',
    LANYARD_ISSUER_OPEN_JOBS: '3',
    LANYARD_ISSUER_REGISTRATIONS: '3',
    LANYARD_PAGE_VIEWS: '20',
  },
)
