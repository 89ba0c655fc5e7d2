import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { readLinkId } from '../../src/events/notifications/link.ts'
import { type Reply, request } from '../load/exchange.ts'
import { Browser } from './browser.ts'
import { headerOf, type OpenPage, type PageForm } from './page-form.ts'
import type { Servers } from './servers.ts'
import type { Tally } from './tally.ts'

/** The sale as buyers see it. */
export type Shop = {
  /** `/e/{code}` */
  readonly path: string
  readonly servers: Servers
  readonly tally: Tally
  readonly readPage: (reply: Reply) => OpenPage
}

/** What a buyer was told. The times are of the clock of the bench. */
export type Order = {
  readonly number: number
  readonly email: string
  readonly registrationId: string
  /** The path of the buyer's own page. */
  readonly link: string
  readonly firstSentAt: number
  readonly answeredAt: number
  readonly status: string
  isCancelled: boolean
}

const FORM_TYPE = 'application/x-www-form-urlencoded'
const VISITOR = { 'accept-encoding': 'gzip, deflate, br', 'accept-language': 'en' }
const DIETS = ['all', 'vegetarian', 'vegan']

/** Looks at the page twice, asks for the places in between, registers, and reads what became of it. */
export async function buy(shop: Shop, number: number): Promise<Order> {
  const browser = new Browser(shop, number)
  try {
    const page = await openPage(shop, browser)
    const { form } = await openAgain(shop, browser, page)
    const email = `buyer.${number}@example.org`
    const firstSentAt = performance.now()
    // Each try sends the token that the page's script drew when it was opened.
    const asked = orderRequest(form, { number, email, token: randomUUID() })
    const answer = await browser.ask('register', { request: asked, expected: [303] })
    const answeredAt = performance.now()
    const { link, registrationId } = readLink(answer)
    const status = await readStatus(browser, link)
    return { number, email, registrationId, link, firstSentAt, answeredAt, status, isCancelled: false }
  } finally {
    browser.close()
  }
}

async function openPage({ path, readPage }: Shop, browser: Browser): Promise<OpenPage> {
  const page = await browser.ask('page', { request: visit(path), expected: [200] })
  await browser.ask('places', { request: visit(`${path}/places`), expected: [200] })
  return readPage(page)
}

async function openAgain({ path, readPage, tally }: Shop, browser: Browser, page: OpenPage) {
  const known = { 'if-none-match': page.etag }
  const reply = await browser.ask('page again', { request: visit(path, known), expected: [200, 304] })
  if (reply.status === 200) return readPage(reply)
  tally.unchanged += 1
  return page
}

function visit(path: string, headers: Readonly<Record<string, string>> = {}): Buffer {
  return request('GET', path, { headers: { ...VISITOR, ...headers } })
}

type Person = { readonly number: number; readonly email: string; readonly token: string }

/** The controls of the form, as a browser sends them. */
function orderRequest({ action, typeId }: PageForm, { number, email, token }: Person): Buffer {
  const body = new URLSearchParams({
    token,
    type: typeId,
    firstName: 'Grace',
    lastName: `Example ${number}`,
    email,
    'a.role': `Engineer ${number % 50}`,
    'a.diet': DIETS[number % DIETS.length] ?? '',
  })
  return submit(action, body.toString())
}

function submit(path: string, body: string): Buffer {
  const headers = { ...VISITOR, 'sec-fetch-site': 'same-origin' }
  return request('POST', path, { headers, type: FORM_TYPE, body })
}

/** The answer leads to the buyer's own page, whose address names the registration. */
function readLink(answer: Reply): Pick<Order, 'link' | 'registrationId'> {
  const [link = ''] = headerOf(answer, 'location').split('?')
  const registrationId = readLinkId(link.split('/').at(-1) ?? '')
  if (registrationId === undefined) throw new Error(`an order leads to no registration: ${answer.head}`)
  return { link, registrationId }
}

const STATUS = /"registration":\{"confirmationNumber":"[^"]*","status":"(\w+)"/

async function readStatus(browser: Browser, link: string): Promise<string> {
  const page = await browser.ask('own page', { request: visit(`${link}?lang=en`), expected: [200] })
  const status = STATUS.exec(page.body.toString())?.[1]
  if (status === undefined) throw new Error(`a registration's page shows no status: ${page.head}`)
  return status
}

/** Comes back after a while, on a new connection, and cancels on the own page. */
export async function cancelLater(shop: Shop, order: Order, pauseMs: number): Promise<void> {
  await sleep(pauseMs)
  const browser = new Browser(shop, order.number)
  try {
    const asked = submit(`${order.link}/cancel?lang=en`, '')
    const answer = await browser.ask('cancel', { request: asked, expected: [303] })
    if (!headerOf(answer, 'location').includes('done=cancelled'))
      throw new Error(`a registration was not cancelled: ${answer.head}`)
    order.isCancelled = true
  } finally {
    browser.close()
  }
}
