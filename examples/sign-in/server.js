// @ts-check
// The bank over HTTP: its page, its routes, its cookies.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { openAccounts } from './accounts.js'
import { routes } from './bank.js'
import { CallError } from './call.js'
import { createIssuer } from './issuer.js'
import { createSessions } from './sessions.js'
import { createTwofactor } from './twofactor.js'
import { readBody, readCookies, sendJson, setCookie } from './wire.js'

/** @typedef {import('node:http').IncomingMessage} Request */
/** @typedef {import('node:http').ServerResponse} Response */
/** @typedef {{ lanyard: string, twofactorKey: string, dataFolder: string, port: number, seconds?: number }} Settings */

const [SESSION, BROWSER] = ['example_session', 'example_browser']
const YEAR_SECONDS = 31_536_000

const FILES = {
  '/': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/page.js': { name: 'page.js', type: 'text/javascript; charset=utf-8' },
  '/page.css': { name: 'page.css', type: 'text/css; charset=utf-8' },
}
const files = new Map(
  Object.entries(FILES).map(([path, { name, type }]) => [
    path,
    { type, content: readFileSync(new URL(`page/${name}`, import.meta.url)) },
  ]),
)

/** Refusals that a person can do something about; their texts go to the page. */
const TEXTS = /** @type {Record<string, string>} */ ({
  away: 'Lanyard is not responding. Start it with npm start. This page then continues automatically.',
  60033: 'That doesn’t look like a phone number. Check the country code and the number.',
  60078: 'Numbers from this country aren’t supported here.',
  60082: 'This number can’t receive text messages. Enter a mobile number.',
  60022: 'Wrong code. Check it and try again. Only the latest code works.',
  60023: 'This code has expired. Request a new one.',
  60051: 'Your phone is no longer set up. Set it up again.',
  60001: 'Lanyard does not know this application’s API key. Start the example again with npm run example.',
})

/**
 * @param {Settings} settings
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export function startBank({ lanyard, twofactorKey, dataFolder, port, seconds = 180 }) {
  const bank = {
    authenticator: `${lanyard}/authenticator`,
    issuer: createIssuer({
      url: `${lanyard}/issuer`,
      keyFile: join(dataFolder, 'key.json'),
      name: 'Little Bank',
      seconds,
    }),
    twofactor: createTwofactor({ url: `${lanyard}/twofactor`, key: twofactorKey, seconds }),
    accounts: openAccounts(join(dataFolder, 'accounts.json')),
  }
  const answer = createAnswer(bank, policyFor(lanyard))
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => sendRefusal(response, error))
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = /** @type {import('node:net').AddressInfo} */ (server.address())
      resolve({
        url: `http://localhost:${address.port}`,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      })
    })
  })
}

/** The QR code of a sign-in is an image of the issuer; nothing else comes from outside. */
function policyFor(/** @type {string} */ lanyard) {
  const images = `img-src data: ${new URL(lanyard).origin}`
  const own = "script-src 'self'; style-src 'self'; connect-src 'self'"
  return `default-src 'none'; ${own}; ${images}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
}

/**
 * @param {import('./bank.js').Bank} bank
 * @param {string} policy
 * @returns {(request: Request, response: Response) => Promise<void>}
 */
function createAnswer(bank, policy) {
  const sessions = createSessions()
  return async (request, response) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    response.setHeader('cache-control', 'no-store')
    response.setHeader('x-content-type-options', 'nosniff')
    const file = request.method === 'GET' ? files.get(path) : undefined
    if (file !== undefined) {
      response.setHeader('content-security-policy', policy)
      response.setHeader('referrer-policy', 'no-referrer')
      return void response.setHeader('content-type', file.type).end(file.content)
    }
    const route = routes[`${request.method} ${path}`]
    if (route === undefined) throw new CallError('not-found', 'Page not found.')
    const visit = await readVisit(request, response, sessions, bank.accounts)
    sendJson(response, 200, (await route(bank, visit)) ?? {})
  }
}

/**
 * @param {Request} request
 * @param {Response} response
 * @param {ReturnType<typeof createSessions>} sessions
 * @param {import('./accounts.js').Accounts} accounts
 * @returns {Promise<import('./bank.js').Visit>}
 */
async function readVisit(request, response, sessions, accounts) {
  const cookies = readCookies(request)
  const found = sessions.find(cookies.get(SESSION))
  const session = found ?? sessions.create()
  const browser = cookies.get(BROWSER)
  if (found === undefined) setCookie(response, SESSION, session.id)
  return {
    session,
    browser,
    body: request.method === 'POST' ? await readBody(request) : {},
    // A new name for the session: one that somebody planted before is worth nothing after.
    signIn(person) {
      sessions.end(session)
      const fresh = sessions.create()
      fresh.person = person
      accounts.enter(person)
      setCookie(response, SESSION, fresh.id)
      setCookie(response, BROWSER, accounts.rememberBrowser(person.sub, browser), YEAR_SECONDS)
    },
    signOut() {
      sessions.end(session)
      setCookie(response, SESSION, '', 0)
    },
  }
}

/**
 * @param {Response} response
 * @param {unknown} error
 */
function sendRefusal(response, error) {
  if (!(error instanceof CallError)) console.error(error)
  const { code, message, retryAfter } =
    error instanceof CallError ? error : new CallError('failed', 'Something went wrong. Try again.')
  const wait = `Please wait ${retryAfter} seconds, then try again.`
  const status = code === 'not-found' ? 404 : code === 'failed' ? 500 : code === 'away' ? 503 : 400
  sendJson(response, status, { problem: code, message: TEXTS[code] ?? (code === 'wait' ? wait : message) })
}
