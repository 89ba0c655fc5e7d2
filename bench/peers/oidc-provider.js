import { createServer } from 'node:http'
import { load } from './packages.js'

/** The device flow of oidc-provider as its documentation sets it up, everything in its memory. */
const [port = '0'] = process.argv.slice(2)
const { Provider } = await load('oidc-provider')
const ACCOUNT = 'ada'
const CLIENT = 'bench'

const provider = new Provider(`http://localhost:${port}`, {
  clients: [
    {
      client_id: CLIENT,
      token_endpoint_auth_method: 'none',
      grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
      response_types: [],
      redirect_uris: [],
    },
  ],
  features: { deviceFlow: { enabled: true }, devInteractions: { enabled: false } },
  findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
  interactions: { url: () => '/interaction' },
  ttl: { DeviceCode: 3_600 },
})
const answer = provider.callback()

/** What its confirmation page does once the user has signed in and agreed. */
async function approve(userCode) {
  const code = await provider.DeviceCode.findByUserCode(userCode.replaceAll('-', ''))
  const grant = new provider.Grant({ accountId: ACCOUNT, clientId: CLIENT })
  grant.addOIDCScope('openid')
  code.grantId = await grant.save()
  Object.assign(code, { accountId: ACCOUNT, authTime: Math.floor(Date.now() / 1000), scope: 'openid' })
  code.claims = {}
  await code.save()
}

createServer(async (request, response) => {
  if (request.url !== '/bench/approve') {
    if (request.url === '/readyz') response.end('{}')
    else answer(request, response)
    return
  }
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  await approve(new URLSearchParams(Buffer.concat(chunks).toString()).get('user_code') ?? '')
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': 2 }).end('{}')
}).listen(Number(port), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
