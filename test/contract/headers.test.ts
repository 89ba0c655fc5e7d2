import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlace, type Place } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'
import { request, Wire, type WireAnswer } from '../kernel/http/wire.ts'
import { apis, pathOf, rowsOf } from './apis.ts'

/** Every kind of path there is, and what is none. */
const ownOf = ({ api }: (typeof apis)[number]) =>
  rowsOf(api).map((row) => request(`${row.operation.method} ${pathOf(row)}`))
const aroundOf = ({ api: { basePath } }: (typeof apis)[number]) => [
  request(`GET ${basePath}/openapi.json`),
  request(`GET ${basePath}/nowhere`),
  request(`GET ${basePath}`),
  request(`PURGE ${basePath}/openapi.json`),
  request(`OPTIONS ${basePath}/key`),
  request(`GET ${basePath}/%zz`),
  request(`BREW ${basePath}/key`),
  request(`GET ${basePath}/key`, [`a: ${'b'.repeat(20_000)}`]),
]
const [own, around] = [apis.flatMap(ownOf), apis.flatMap(aroundOf)]
const ofApis = (open: boolean) =>
  apis
    .filter(({ api }) => api.openToAllOrigins === open)
    .flatMap((entry) => [...ownOf(entry), ...aroundOf(entry)])
const outside = ['/', '/healthz', '/readyz', '/metrics', '/nowhere', '/%zz'].map((path) =>
  request(`GET ${path}`),
)

describe.each(['http://lanyard.test', 'https://lanyard.test'])(
  'the headers of every route, at %s',
  (address) => {
    let place: Place
    let running: RunningApp
    beforeAll(async () => {
      place = await createPlace('sqlite', 'migrated')
      running = await startApp(place, { settings: { LANYARD_URL: address } })
    })
    afterAll(async () => {
      await running.app.stop()
      await place.remove()
    })

    async function ask(bytes: string): Promise<WireAnswer> {
      const wire = new Wire(running.url)
      // A HEAD has a length and no body: the connection's end is the answer's.
      await wire.send(bytes.replace('\r\n', '\r\nconnection: close\r\n').replace(/^HEAD/, 'GET'))
      const answer = await wire.answer()
      wire.leave()
      return answer
    }

    it.each([...own, ...around, ...outside])(
      'keep a browser from making anything else of it: %j',
      async (bytes) => {
        const { headers, status } = await ask(bytes)
        expect(headers.get('x-content-type-options')).toBe('nosniff')
        expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
        expect(headers.get('referrer-policy')).toBe('no-referrer')
        expect(headers.get('cache-control')).toMatch(
          status === 200 ? /^(no-store|public, max-age=\d+)$/ : /^no-store$/,
        )
        for (const name of ['server', 'x-powered-by', 'set-cookie', 'access-control-allow-credentials']) {
          expect([name, headers.get(name)]).toEqual([name, null])
        }
      },
    )

    it.each([...own, ...around])('say whether the transport is to be kept secure: %j', async (bytes) => {
      const { headers } = await ask(bytes)
      const secure = address.startsWith('https:')
      expect(headers.get('strict-transport-security')).toBe(secure ? 'max-age=31536000' : null)
    })

    it.each(ofApis(true))('open it to any origin, where the API is open: %j', async (bytes) => {
      const { headers } = await ask(bytes)
      expect(headers.get('access-control-allow-origin')).toBe('*')
      expect(headers.get('access-control-expose-headers')).toContain('ETag, Location, Retry-After')
      expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    })

    it.each(ofApis(false))('open it to no other origin, where the API is not: %j', async (bytes) => {
      const { headers } = await ask(bytes)
      expect(headers.get('access-control-allow-origin')).toBe(null)
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    })
  },
)
