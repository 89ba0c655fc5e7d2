import { mkdirSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlace, type Place } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'

const html =
  '<!doctype html><link href="/authenticator/assets/a.css"><script src="/authenticator/assets/a.js"></script>'
const manifest = '{"start_url":"/authenticator","icons":[{"src":"/authenticator/assets/i.png"}]}'
const files = [
  { name: 'index.html', type: 'text/html; charset=utf-8', immutable: false, text: html },
  { name: 'manifest.webmanifest', type: 'application/manifest+json', immutable: false, text: manifest },
  { name: 'service-worker.js', type: 'text/javascript', immutable: false, text: 'self' },
  { name: 'assets/a.js', type: 'text/javascript', immutable: true, text: '"/authenticator/stays"' },
]

function writeBuild(folder: string): void {
  mkdirSync(join(folder, 'authenticator', 'assets'), { recursive: true })
  for (const { name, text } of files) writeFileSync(join(folder, 'authenticator', name), text)
  const apps = [{ name: 'authenticator', path: '/authenticator', files }]
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ apps }))
}

type Told = { status: number | undefined; headers: Record<string, unknown>; body: string }

/** As a proxy in front passes it on: `host` is what the browser asked for. */
function ask(url: string, path: string, headers: Record<string, string> = {}): Promise<Told> {
  return new Promise((resolve, reject) => {
    request(url + path, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const bytes = Buffer.concat(chunks)
        const body = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
        resolve({ status: answer.statusCode, headers: answer.headers, body: body.toString() })
      })
    })
      .on('error', reject)
      .end()
  })
}

describe.each([
  { own: 'https://auth.example', host: 'auth.example' },
  { own: undefined, host: 'lanyard.test' },
])('the authenticator at $host', ({ own, host }) => {
  let place: Place
  let running: RunningApp
  beforeAll(async () => {
    place = await createPlace('sqlite', 'migrated')
    const pagesFolder = join(place.dataFolder, 'web')
    writeBuild(pagesFolder)
    const settings = { LANYARD_URL: 'https://lanyard.test', ...(own && { LANYARD_AUTHENTICATOR_URL: own }) }
    running = await startApp(place, { settings, parts: { pagesFolder } })
  })
  afterAll(async () => {
    await running.app.stop()
    await place.remove()
  })

  const base = own === undefined ? '/authenticator' : ''
  const get = (path: string, headers: Record<string, string> = {}) =>
    ask(running.url, path, { host, ...headers })

  it.each(['/', '/codes', '/request/abc'])('answers %s with files that are there', async (path) => {
    for (const headers of [{}, { 'accept-encoding': 'gzip' }]) {
      const { status, body } = await get(base + path, headers)
      expect([status, body]).toEqual([200, html.replaceAll('/authenticator', base)])
      const script = /src="([^"]+)"/.exec(body)?.[1] ?? ''
      expect(await get(script)).toMatchObject({ status: 200, body: '"/authenticator/stays"' })
    }
  })

  it('has a manifest whose addresses are its own', async () => {
    const { headers, body } = await get(`${base}/manifest.webmanifest`)
    expect(headers['content-type']).toBe('application/manifest+json')
    expect(JSON.parse(body)).toEqual({
      start_url: base || '/',
      icons: [{ src: `${base}/assets/i.png` }],
    })
  })

  it('lets its worker answer for all of it, and asks for it each time', async () => {
    const { headers } = await get(`${base}/service-worker.js`)
    expect(headers['service-worker-allowed']).toBe(base || '/')
    expect(headers['cache-control']).toBe('no-cache')
    expect((await get(`${base}/codes`)).headers['service-worker-allowed']).toBeUndefined()
  })

  it('may use the camera, and nothing else of the kind', async () => {
    const { headers } = await get(`${base}/codes`)
    expect(headers['permissions-policy']).toBe(
      'camera=(self), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    )
    expect(headers['content-security-policy']).toContain("connect-src 'self';")
  })

  it('reaches the services at its own host, and learns what they call themselves', async () => {
    expect(JSON.parse((await get('/issuer/.well-known/issuer')).body)).toMatchObject({
      issuer: 'https://lanyard.test/issuer',
    })
    expect((await get('/twofactor/device/approvals')).status).toBe(401)
    expect(JSON.parse((await get(`${base}/data/services.json`)).body)).toMatchObject({
      issuer: 'https://lanyard.test/issuer',
      twofactor: 'https://lanyard.test/twofactor',
    })
  })

  it('has nothing beside its files', async () => {
    for (const path of ['/assets/other.js', '/data/other.json', '/index.html', '/..%2fmanifest.json'])
      expect([path, (await get(base + path)).status]).toEqual([path, 404])
  })

  it('is at one host only', async () => {
    const { status, headers } = await ask(running.url, '/authenticator/codes?x=1', { host: 'lanyard.test' })
    expect([status, headers.location]).toEqual(
      own === undefined ? [200, undefined] : [302, 'https://auth.example/codes?x=1'],
    )
  })
})
