import { askAll } from '../load/connections.ts'
import { askOnce, type Exchange, expectStatus, readJson, request } from '../load/exchange.ts'
import { oncePerTarget } from '../load/target.ts'
import type { PeerScenario, Prepare } from '../scenario.ts'

const GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const POLLED_CODES = 1_000
const CLIENT = 'bench'
const OIDC = ''
const BETTER = '/api/auth'

type DeviceCode = { device_code: string; user_code: string }

function post(path: string, fields: Readonly<Record<string, string>>, cookie?: string): Buffer {
  const headers = cookie === undefined ? {} : { cookie, origin: 'http://localhost' }
  if (!path.startsWith(BETTER))
    return request('POST', path, { type: FORM, body: new URLSearchParams(fields).toString() })
  return request('POST', path, { headers, type: JSON_TYPE, body: JSON.stringify(fields) })
}

const codeRequest = {
  [OIDC]: () => post('/device/auth', { client_id: CLIENT, scope: 'openid' }),
  [BETTER]: () => post(`${BETTER}/device/code`, { client_id: CLIENT, scope: 'openid' }),
}

function tokenRequest(base: typeof OIDC | typeof BETTER, { device_code }: DeviceCode): Buffer {
  const path = base === OIDC ? '/token' : `${BETTER}/device/token`
  return post(path, { grant_type: GRANT, client_id: CLIENT, device_code })
}

function preparePolls(base: typeof OIDC | typeof BETTER): Prepare {
  const codesOf = oncePerTarget(async ({ port }) => {
    const codes: DeviceCode[] = []
    function* draw(): Exchange {
      codes.push(readJson(yield codeRequest[base](), 200))
    }
    await askAll(port, Array.from({ length: POLLED_CODES }, draw))
    return codes
  })
  return async (target) => {
    const requests = (await codesOf(target)).map((code) => tokenRequest(base, code))
    let index = 0
    return () => {
      index += 1
      // RFC 8628 §3.5: `authorization_pending` is a 400.
      return askOnce(requests[(index * 7_919) % requests.length] ?? Buffer.alloc(0), 400)
    }
  }
}

/** Signs up once; gives the session's cookie. */
const cookieOf = oncePerTarget(async ({ port }) => {
  let cookie = ''
  function* signUp(): Exchange {
    const fields = { name: 'Ada', email: 'ada@example.org', password: 'correct horse battery staple' }
    const { head } = expectStatus(yield post(`${BETTER}/sign-up/email`, fields, ''), 200)
    cookie = /\r\nset-cookie: ([^;]+)/i.exec(head)?.[1] ?? ''
  }
  await askAll(port, [signUp()])
  return cookie
})

/** The approval is a call of its own API: its pages would cost more. */
function* oidcFlow(): Exchange {
  const code = readJson<DeviceCode>(yield codeRequest[OIDC](), 200)
  expectStatus(yield post('/bench/approve', { user_code: code.user_code }), 200)
  expectStatus(yield tokenRequest(OIDC, code), 200)
}

function* betterAuthFlow(cookie: string): Exchange {
  const code = readJson<DeviceCode>(yield codeRequest[BETTER](), 200)
  const read = request('GET', `${BETTER}/device?user_code=${code.user_code}`, { headers: { cookie } })
  expectStatus(yield read, 200)
  expectStatus(yield post(`${BETTER}/device/approve`, { userCode: code.user_code }, cookie), 200)
  expectStatus(yield tokenRequest(BETTER, code), 200)
}

export const devicePolls: readonly PeerScenario[] = [
  { peer: 'oidc-provider', title: 'device code, pending', prepare: preparePolls(OIDC) },
  { peer: 'better-auth', title: 'device code, pending', prepare: preparePolls(BETTER) },
]

export const wholeFlows: readonly PeerScenario[] = [
  { peer: 'oidc-provider', title: 'device code, approval, token', prepare: async () => oidcFlow },
  {
    peer: 'better-auth',
    title: 'device code, read, approval, token',
    async prepare(target) {
      const cookie = await cookieOf(target)
      return () => betterAuthFlow(cookie)
    },
  },
]

export const sessionChecks: readonly PeerScenario[] = [
  {
    peer: 'better-auth',
    title: 'session check',
    async prepare(target) {
      const check = request('GET', `${BETTER}/get-session`, { headers: { cookie: await cookieOf(target) } })
      return () => askOnce(check, 200)
    },
  },
]
