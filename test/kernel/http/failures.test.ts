import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { expectRefusal } from './refusal.ts'
import { type Sample, startSample } from './sample.ts'
import { flatApi, problemApi } from './sample-api.ts'
import { exchange, request } from './wire.ts'

let sample: Sample
beforeEach(async () => {
  sample = await startSample()
})
afterEach(() => sample.stop())

const secret = 'hunter2-canary'
const headers = ['content-type: application/json', `authorization: Bearer ${secret}`, `cookie: a=${secret}`]
type Line = Record<string, unknown>
const lines = () =>
  sample.logLines.map((line) => JSON.parse(line) as Line).filter(({ level }) => level !== 'debug')

describe.each([flatApi, problemApi])('a handler that fails, at $basePath', (api) => {
  const fail = (how: string) =>
    exchange(sample.url, request(`POST ${api.basePath}/fail/${how}`, headers, `{"secret":"${secret}"}`))

  it.each(['error', 'text', 'nothing', 'fault', 'undeclared'])('tells nothing of it: %s', async (how) => {
    const answer = await fail(how)
    const said = expectRefusal(api, answer, 'internal')
    expect(said.detail ?? said.message).toBe('The server failed.')
    expect(answer.headers.get('connection')).toBe('keep-alive')
  })

  it('leaves the cause in the log, with the request that it belongs to', async () => {
    await fail('error')
    const [failure, done] = lines()
    expect(failure).toMatchObject({
      level: 'error',
      code: 'internal',
      route: `${api.basePath}/fail/{how}`,
      cause: {
        message: 'boom in /srv/lanyard/secret-place.ts',
        causes: [{ message: 'select * from issuer_keys' }],
      },
    })
    expect(done).toMatchObject({ level: 'info', status: 500, request: failure?.request })
  })

  it('names the row that lacks a problem', async () => {
    await fail('undeclared')
    const { cause } = lines()[0] as { cause: { message: string } }
    expect(cause.message).toContain('does not declare taken')
  })

  it('tells a caller whom it puts off when to come again', async () => {
    const answer = await fail('busy')
    expectRefusal(api, answer, 'busy')
    expect(answer.headers.get('retry-after')).toBe('3')
    expect(lines()[0]).toMatchObject({
      level: 'warn',
      code: 'busy',
      cause: { message: 'disk full at /var/lib' },
    })
  })

  it('serves the next request', async () => {
    await fail('error')
    expect((await fail('not')).status).toBe(200)
  })
})

describe('log lines', () => {
  it('carry the template of the route, and nothing that the client sent', async () => {
    const paths = [
      `/flat/notes/${secret}`,
      `/flat/notes?after=${secret}`,
      `/flat/notes?${secret}=1`,
      `/flat/${secret}`,
      `/${secret}`,
      `/flat/notes/%zz${secret}`,
      `/flat/notes/${secret.repeat(50)}`,
    ]
    for (const path of paths) {
      await exchange(
        sample.url,
        request(`GET ${path}`, [...headers, `x-sample-key: ${secret}`, `referer: ${secret}`]),
      )
      await exchange(sample.url, request(`POST ${path}`, headers, `{"${secret}":"${secret}"}`))
    }
    for (const how of ['error', 'busy', secret]) {
      await exchange(sample.url, request(`POST /flat/fail/${how}`, headers, `{"secret":"${secret}"}`))
    }
    await exchange(sample.url, request(`BREW /flat/${secret}`, headers))
    expect(sample.logLines.join('')).not.toContain('canary')
    const routes = new Set(lines().map(({ route }) => route))
    expect(routes).toEqual(new Set(['/flat/notes/{id}', '/flat/notes', 'unmatched', '/flat/fail/{how}']))
    const requests = lines().filter(({ message }) => message === 'request')
    expect(requests).toHaveLength(paths.length * 2 + 3)
    for (const line of requests) {
      expect(Object.keys(line)).toEqual([
        'time',
        'level',
        'message',
        'method',
        'route',
        'status',
        'request',
        'ms',
      ])
    }
  })

  it('have a metric beside them that has no more labels than the routes', async () => {
    for (const id of ['a', 'b', 'c']) await exchange(sample.url, request(`GET /flat/notes/${id}`))
    const counts = sample.metrics().match(/^lanyard_http_request_seconds_count.*$/gm)
    expect(counts).toEqual([
      'lanyard_http_request_seconds_count{method="GET",route="/flat/notes/{id}",status="401"} 3',
    ])
  })
})
