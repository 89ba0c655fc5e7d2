import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { root } from '../../scripts/setup.js'
import { readOutbox } from '../../src/platform/delivery/outbox-channel.ts'
import { whenBuilt } from '../built.ts'
import { onEachEngine } from '../engines.ts'
import { type AppSettings, type RunningApp, startApp } from '../harness.ts'
import { exchange } from '../http-client.ts'
import { type EventClient, openEvent } from './registrations.ts'
import { createOrganiser, type Json, type Organiser } from './scene.ts'

/** The product with the pages of the build, on each engine. */
export function onEachPage(
  name: string,
  suite: (running: () => RunningApp) => void,
  settings: AppSettings['settings'] = {},
): void {
  onEachEngine(name, (place) => {
    let running: RunningApp | undefined
    beforeAll(async () => {
      await whenBuilt()
      running = await startApp(place(), { settings, parts: { pagesFolder: join(root, 'dist', 'web') } })
    })
    afterAll(async () => {
      await running?.app.stop()
    })
    suite(() => {
      if (running === undefined) throw new Error('the product starts before the tests')
      return running
    })
  })
}

/** What the suites about the page share: an organiser whose events have codes of their own, and somebody who visits them. */
export function publicScene(running: () => RunningApp, prefix: string) {
  let known: Organiser | undefined
  let codes = 0
  beforeAll(async () => {
    known = await createOrganiser(running())
  })
  const organiser = () => {
    if (known === undefined) throw new Error('the organiser comes before the tests')
    return known
  }
  return {
    organiser,
    visitor: visitorOf(running),
    async open(parts: { event?: Json } & Json = {}): Promise<EventClient & { code: string }> {
      const code = `${prefix}-${++codes}`
      const event = await openEvent(running(), organiser(), { ...parts, event: { code, ...parts.event } })
      return { ...event, code }
    },
    list: async (event: EventClient) =>
      (await event.call<{ data: Json[] }>('GET', '/registrations')).body.data,
  }
}

/** Somebody with a browser that shows forms and sends them. */
function visitorOf(running: () => RunningApp) {
  const get = (path: string, headers: Record<string, string> = {}) =>
    exchange(running().url + path, { headers })
  const post = async (path: string, fields: Fields, headers: Record<string, string> = {}) => {
    const answer = await exchange(running().url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(pairsOf(fields)).toString(),
    })
    return { ...answer, location: answer.headers.get('location') ?? '' }
  }
  return {
    get,
    post,
    /** Opens the page of an event, fills it in and sends it; without a script `token` is ''. */
    async register(code: string, fields: Fields) {
      await get(`/e/${code}`)
      return post(`/e/${code}`, { token: newToken(), ...fields })
    },
  }
}

type Fields = Readonly<Record<string, string | readonly string[]>>

function pairsOf(fields: Fields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, one]),
  )
}

/** As the page's script draws it for a form. */
export function newToken(): string {
  return randomBytes(16).toString('hex')
}

/** What the page's script would read. */
export function viewIn(html: string) {
  const json = /<script type="application\/json" id="view">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null'
  return JSON.parse(json) as Record<string, unknown> & { page: string }
}

/** The mails to an address, oldest first, once all have left. */
export async function mailsTo({ app, dataFolder }: RunningApp, address: string) {
  await app.background.drain()
  return readOutbox(join(dataFolder, 'outbox.jsonl'), { to: address })
}

/** The link of a mail, as a path of the server. */
export function linkIn(text: string): string {
  const link = /^http:\/\/lanyard\.test(\/e\/\S+\/r\/\S+)$/m.exec(text)?.[1]
  if (link === undefined) throw new Error(`no link in: ${text}`)
  return link
}
