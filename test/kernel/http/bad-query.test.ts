import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, pointersOf } from './refusal.ts'
import { type Sample, startSample } from './sample.ts'
import { flatApi, problemApi } from './sample-api.ts'
import { createScore } from './score.ts'
import { exchange, request } from './wire.ts'

const invalid: readonly [string, ...string[]][] = [
  ['limit=abc', '/query/limit'],
  ['limit=', '/query/limit'],
  ['limit', '/query/limit'],
  ['limit=1e1', '/query/limit'],
  ['limit=0x10', '/query/limit'],
  ['limit=%2B5', '/query/limit'],
  ['limit=+5', '/query/limit'],
  ['limit=5.5', '/query/limit'],
  ['limit=NaN', '/query/limit'],
  ['limit=Infinity', '/query/limit'],
  ['limit=0', '/query/limit'],
  ['limit=-1', '/query/limit'],
  ['limit=-0', '/query/limit'],
  ['limit=101', '/query/limit'],
  ['limit=9999999999999999999999', '/query/limit'],
  ['limit=5&limit=6', '/query/limit'],
  ['limit[]=5', '/query/limit[]'],
  ['limit[a]=5', '/query/limit[a]'],
  ['exact=1', '/query/exact'],
  ['exact=TRUE', '/query/exact'],
  ['exact=', '/query/exact'],
  [`after=${'a'.repeat(21)}`, '/query/after'],
  ['after=a&after=b', '/query/after'],
  ['after=a%00', '/query/after'],
  ['colour=red', '/query/colour'],
  ['Limit=5', '/query/Limit'],
  ['__proto__=1', '/query/__proto__'],
  ['__proto__=1&__proto__=2', '/query/__proto__'],
  ['__proto__[polluted]=1', '/query/__proto__[polluted]'],
  ['constructor=1', '/query/constructor'],
  ['toString=1', '/query/toString'],
  ['a=1&b=2', '/query/a', '/query/b'],
]

describe.each([flatApi, problemApi])('a query that a row does not take, at $basePath', (api) => {
  const score = createScore(`bad queries at ${api.basePath}`)
  let sample: Sample
  beforeAll(async () => {
    sample = await startSample()
  })
  afterAll(() => sample.stop())

  const list = (query: string) =>
    exchange(sample.url, request(`GET ${api.basePath}/notes${query}`, ['x-sample-key: good']))

  it.each([
    ['', {}],
    ['?', {}],
    ['?limit=5', { limit: 5 }],
    ['?limit=005', { limit: 5 }],
    ['?limit=%35&exact=true&after=7', { limit: 5, exact: true, after: '7' }],
    ['?exact=false&after=true', { exact: false, after: 'true' }],
    ['?after=', { after: '' }],
    ['?after=a%20b+c', { after: 'a b c' }],
    ["?after=' OR 1=1--", { after: "' OR 1=1--" }],
  ])('reads %s as its schema has it', async (query, asked) => {
    const answer = await list(query.replaceAll(' ', '%20'))
    expect(answer.status).toBe(200)
    expect(JSON.parse(JSON.parse(answer.body).asked)).toEqual(asked)
  })

  it.each(invalid)('refuses %s and points at it', async (query, ...pointers) => {
    const said = await score.attempt(async () => expectRefusal(api, await list(`?${query}`), 'invalid'))
    expect(pointersOf(said).sort()).toEqual(pointers)
    expect(({} as { polluted?: string }).polluted).toBe(undefined)
  })

  it('refuses any query where the row has none', async () => {
    const answer = await exchange(sample.url, request(`GET ${api.basePath}/ping?${'n'.repeat(500)}=1`))
    const said = await score.attempt(async () => expectRefusal(api, answer, 'invalid'))
    expect(pointersOf(said)).toEqual([`/query/${'n'.repeat(40)}`])
  })

  it.each([
    ['%zz', 'unknown-path'],
    ['%', 'unknown-path'],
    ['%c0%af', 'unknown-path'],
    ['a'.repeat(1_401), 'unknown-path'],
    ['a'.repeat(1_400), 'unknown-note'],
    ['..%2f..%2fetc%2fpasswd', 'unknown-note'],
    ['%00', 'invalid'],
    [`${'a'.repeat(30)}%00`, 'invalid'],
    ["'%20OR%201=1--", 'unknown-note'],
    ['__proto__', 'unknown-note'],
    ['', 'invalid'],
    ['1/', 'unknown-path'],
    ['1/2', 'unknown-path'],
  ])('answers to the parameter %s: %s', async (id, code) => {
    const line = `GET ${api.basePath}/notes/${id}`
    const answer = await exchange(sample.url, request(line, ['x-sample-key: good']))
    await score.attempt(async () => expectRefusal(api, answer, code))
  })
})
