import { describe, expect, it } from 'vitest'
import type { ApiSummary } from '../../web/docs/base/product.ts'
import { makeExample, writeExample } from '../../web/docs/operation/example.ts'
import { writeCurl } from '../../web/docs/operation/request.ts'

const api: ApiSummary = {
  name: 'badges',
  title: 'Badges',
  summary: '',
  basePath: '/badges',
  url: 'http://localhost:4000/badges',
  keyHeader: 'X-API-Key',
  operations: [],
  problems: [],
}
const operation = { name: 'put', method: 'PUT', path: '/b/{id}', tag: 'b', summary: '', keyed: true }

describe('the curl line', () => {
  it('has everything that is sent but the key, quoted for a shell', () => {
    const filled = {
      path: { id: "o'../x" },
      query: { a: '1 2', b: '' },
      header: { 'If-Match': '"v"', Empty: '' },
      body: { type: 'application/json', text: '{"it":"isn\'t"}' },
    }
    expect(writeCurl({ api, operation, filled }).split(' \\\n  ')).toEqual([
      'curl -X PUT',
      "'http://localhost:4000/badges/b/o'\\''..%2Fx?a=1+2'",
      '-H "X-API-Key: $KEY"',
      `-H 'If-Match: "v"'`,
      "-H 'Content-Type: application/json'",
      `--data-binary '{"it":"isn'\\''t"}'`,
    ])
  })

  it('is short where nothing is filled in', () => {
    const filled = { path: {}, query: {}, header: {}, body: undefined }
    const get = { ...operation, method: 'GET', path: '/all', keyed: false }
    expect(writeCurl({ api, operation: get, filled })).toBe("curl \\\n  'http://localhost:4000/badges/all'")
  })
})

describe('an example', () => {
  const document = {
    paths: {},
    components: { schemas: { Problem: { type: 'object', properties: { title: { type: 'string' } } } } },
  }
  const person = {
    type: 'object',
    required: ['email'],
    properties: {
      email: { type: 'string', pattern: '^.+@.+$' },
      born: { type: 'string', format: 'date' },
      kind: { anyOf: [{ const: 'guest' }, { const: 'host' }] },
      tags: { type: 'array', items: { enum: ['a', 'b'] } },
      last: { $ref: '#/components/schemas/Problem' },
    },
  }

  it('has what is required, or everything', () => {
    expect(makeExample(document, person, false)).toEqual({ email: 'ada@example.org' })
    expect(makeExample(document, person, true)).toEqual({
      email: 'ada@example.org',
      born: '2030-06-01',
      kind: 'guest',
      tags: ['a'],
      last: { title: 'text' },
    })
  })

  it('ends where a schema holds itself', () => {
    const list: { type: string; items?: unknown } = { type: 'array' }
    list.items = list
    expect(JSON.stringify(makeExample(document, list as never, true))).toMatch(/^\[+\]+$/)
  })

  it('is written as the type asks', () => {
    const value = { user: { email: 'a@b', list: ['x'] }, force: true }
    expect(writeExample('application/x-www-form-urlencoded', value)).toBe(
      'user[email]=a%40b&user[list][0]=x&force=true',
    )
    expect(writeExample('application/merge-patch+json', { a: 1 })).toBe('{\n  "a": 1\n}')
    expect(writeExample('application/jwt', 'text')).toBe('')
  })
})
