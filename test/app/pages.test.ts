import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlace, type Place } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'
import { exchange, request } from '../kernel/http/wire.ts'

const script = 'console.log("a script that is long enough to be worth a coding")'
const html = '<!doctype html><title>Docs</title>'

/** A small build, and beside it what no request may ever reach. */
function writeBuild(folder: string): void {
  mkdirSync(join(folder, 'docs', 'assets'), { recursive: true })
  const files = [
    { name: 'index.html', type: 'text/html; charset=utf-8', immutable: false },
    { name: 'assets/main-AAAA.js', type: 'text/javascript; charset=utf-8', immutable: true },
  ]
  writeFileSync(join(folder, 'docs', 'index.html'), html)
  writeFileSync(join(folder, 'docs', 'assets', 'main-AAAA.js'), script)
  writeFileSync(join(folder, 'docs', 'assets', 'main-AAAA.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'docs', 'assets', 'main-AAAA.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'docs', 'assets', 'secret.txt'), 'secret')
  writeFileSync(join(folder, 'secret.txt'), 'secret')
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify({ apps: [{ name: 'docs', path: '/docs', files }] }),
  )
}

describe.each(['http://lanyard.test', 'https://lanyard.test'])('the pages at %s', (address) => {
  let place: Place
  let running: RunningApp
  beforeAll(async () => {
    place = await createPlace('sqlite', 'migrated')
    const pagesFolder = join(place.dataFolder, 'web')
    writeBuild(pagesFolder)
    running = await startApp(place, { settings: { LANYARD_URL: address }, parts: { pagesFolder } })
  })
  afterAll(async () => {
    await running.app.stop()
    await place.remove()
  })

  const ask = (path: string, init: RequestInit = {}) =>
    fetch(running.url + path, {
      redirect: 'manual',
      ...init,
      headers: { 'accept-encoding': 'identity', ...init.headers },
    })

  it.each(['/docs', '/docs/', '/docs/api/issuer/getKey', '/docs?x=1'])(
    'answer %s with the app',
    async (path) => {
      const answer = await ask(path)
      expect([answer.status, await answer.text()]).toEqual([200, html])
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expect(answer.headers.get('cache-control')).toBe('no-cache')
    },
  )

  it('let nothing run that is not theirs', async () => {
    const { headers } = await ask('/docs')
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    const secure = address.startsWith('https:')
    expect(headers.get('strict-transport-security')).toBe(secure ? 'max-age=31536000' : null)
  })

  it('keep a file for ever whose name tells its contents', async () => {
    const { headers } = await ask('/docs/assets/main-AAAA.js')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0', null],
    ['deflate', null],
  ])('send what the browser decodes: %s', async (accepted, coding) => {
    const answer = await ask('/docs/assets/main-AAAA.js', { headers: { 'accept-encoding': accepted } })
    expect(answer.headers.get('content-encoding')).toBe(coding)
    expect(answer.headers.get('vary')).toBe('accept-encoding')
    expect(await answer.text()).toBe(script)
  })

  it('send nothing again that the browser has, and know each coding apart', async () => {
    const etagOf = async (accepted: string) =>
      (await ask('/docs/assets/main-AAAA.js', { headers: { 'accept-encoding': accepted } })).headers.get(
        'etag',
      ) ?? ''
    const [plain, br] = [await etagOf('identity'), await etagOf('br')]
    expect(plain).not.toBe(br)
    const again = await ask('/docs/assets/main-AAAA.js', { headers: { 'if-none-match': plain } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await ask('/docs/assets/main-AAAA.js', { headers: { 'if-none-match': br } })).status).toBe(200)
  })

  it('answer HEAD without a body, and refuse other methods', async () => {
    const head = await ask('/docs', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(html.length),
      '',
    ])
    for (const path of ['/', '/docs', '/docs/assets/main-AAAA.js']) {
      const post = await ask(path, { method: 'POST' })
      expect([path, post.status, post.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
    }
  })

  it.each([
    '/docs/assets/secret.txt',
    '/docs/assets/../../secret.txt',
    '/docs/../secret.txt',
    '/docs/..%2fsecret.txt',
    '/docs/assets/..%2f..%2fsecret.txt',
    '/docs/%2e%2e/secret.txt',
    '/docs/%252e%252e%252fsecret.txt',
    '/docs/..\\secret.txt',
    '/docs//etc/passwd',
    '/docs/assets/%00main-AAAA.js',
    '/docs/index.html',
    '/docs/manifest.json',
    '/docs/assets',
    '/docs/data/nothing.json',
  ])('have nothing at %s', async (path) => {
    const answer = await exchange(running.url, request(`GET ${path}`))
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('secret')
  })

  it('tell a person by a page, and a program by a problem, that nothing is there', async () => {
    const page = await ask('/nowhere', { headers: { accept: 'text/html,*/*;q=0.8' } })
    expect([page.status, await page.text()]).toEqual([404, html])
    const problem = await ask('/nowhere')
    expect([problem.status, problem.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ])
    const ofApi = await ask('/issuer/nowhere', { headers: { accept: 'text/html' } })
    expect(await ofApi.text()).not.toBe(html)
  })

  it('lead from the root to the documentation', async () => {
    const answer = await ask('/')
    expect([answer.status, answer.headers.get('location')]).toEqual([302, '/docs'])
  })

  it('tell what the product is made of', async () => {
    const product = (await (await ask('/docs/data/product.json')).json()) as {
      apis: { name: string; operations: { name: string }[]; problems: { code: string }[] }[]
      settings: { name: string; secret: boolean }[]
    }
    expect(product.apis.map(({ name }) => name)).toEqual(['issuer', 'twofactor', 'eventdata', 'registration'])
    expect(product.apis[0]?.operations.map(({ name }) => name)).toContain('registerKey')
    expect(product.apis[0]?.problems.map(({ code }) => code)).toContain('duplicate-key')
    expect(product.settings).toContainEqual(expect.objectContaining({ name: 'LANYARD_SECRET', secret: true }))
  })
})
