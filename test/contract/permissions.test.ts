import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Auth } from '../../src/kernel/contract/operation.ts'
import { createApiKey, revokeApiKey } from '../../src/platform/accounts/api-keys.ts'
import { createKeyring, type Keyring } from '../../src/platform/accounts/keyring.ts'
import { type ChangeFeed, createChangeFeed } from '../../src/platform/changes/feed.ts'
import { createPlace, onEachEngine, type Place } from '../engines.ts'
import { type RunningApp, startApp } from '../harness.ts'
import { type Sample, startSample } from '../kernel/http/sample.ts'
import { flatApi, problemApi } from '../kernel/http/sample-api.ts'
import { openContext, type TestContext } from '../platform/accounts/context.ts'
import { apis, pathOf, type Row, rowsOf } from './apis.ts'

type Caller =
  | 'no key'
  | 'a malformed key'
  | 'a key of another service'
  | 'a revoked key'
  | 'a key without the scope'
  | 'the right key'
const callers: readonly Caller[] = [
  'no key',
  'a malformed key',
  'a key of another service',
  'a revoked key',
  'a key without the scope',
  'the right key',
]

type Door = (row: Row, caller: Caller) => 'in' | 401 | 403

/** Who gets past the door of a row, and who is told what. A kind of row that is not here fails. */
const doors: Readonly<Record<Auth, Door>> = {
  public: () => 'in',
  signed: () => 'in',
  'api-key': ({ operation }, caller) => {
    if (caller === 'the right key') return 'in'
    if (caller === 'a key without the scope') return operation.scope === undefined ? 'in' : 403
    return 401
  },
  // No key opens these: a session does.
  operator: () => 401,
}

function doorOf(row: Row): Door {
  const door: Door | undefined = doors[row.operation.auth]
  if (door === undefined) throw new Error(`the matrix does not know rows for ${row.operation.auth}`)
  return door
}

function matrixOf(rows: readonly Row[]): [string, Caller, Row][] {
  return rows.flatMap((row) =>
    callers.map((caller): [string, Caller, Row] => [`${row.api.name} ${row.name}`, caller, row]),
  )
}

async function knock(url: string, row: Row, headers: Record<string, string>): Promise<Response> {
  const { operation } = row
  const withBody = operation.body !== undefined
  return fetch(url + pathOf(row), {
    method: operation.method,
    headers: { ...headers, ...(withBody ? { 'content-type': operation.body?.contentTypes[0] ?? '' } : {}) },
    ...(withBody ? { body: '{"title":"a","x":1}' } : {}),
    signal: AbortSignal.timeout(5_000),
  })
}

const otherScope = (scope: string | undefined) =>
  scope === 'events:read' ? 'contacts:write' : 'contacts:read'

onEachEngine('the door of each row', (place) => {
  let context: TestContext
  let changes: ChangeFeed
  let keyring: Keyring
  let sample: Sample
  beforeAll(async () => {
    context = await openContext(place())
    changes = createChangeFeed(context)
    await changes.start()
    keyring = createKeyring(context, changes)
    sample = await startSample({
      authenticate: async (header) => keyring.authenticate('events', header('x-sample-key') ?? ''),
    })
  })
  afterAll(async () => {
    await sample.stop()
    await keyring.settled()
    await changes.stop()
    await context.database.close()
  })

  async function makeKey(row: Row, caller: Caller): Promise<string | undefined> {
    const { scope } = row.operation
    const make = async (service: 'events' | 'twofactor', scopes?: string[]) => {
      const { id, key } = await createApiKey(context, { service, name: caller, scopes })
      return { id, text: key.reveal() }
    }
    if (caller === 'no key') return undefined
    if (caller === 'a malformed key') return `${(await make('events')).text.slice(0, -1)}_`
    if (caller === 'a key of another service') return (await make('twofactor')).text
    if (caller === 'a key without the scope') return (await make('events', [otherScope(scope)])).text
    const right = await make('events', scope === undefined ? undefined : [scope])
    if (caller === 'the right key') return right.text
    expect(await keyring.authenticate('events', right.text)).toBeDefined()
    expect(await revokeApiKey(context, right.id)).toBe('revoked')
    return right.text
  }

  // `hold` has the same door and no answer of its own.
  const rows = [flatApi, problemApi].flatMap(rowsOf).filter(({ operation }) => operation.path !== '/hold')
  it.each(matrixOf(rows))('%s: %s', async (_name, caller, row) => {
    const key = await makeKey(row, caller)
    const answer = await knock(sample.url, row, key === undefined ? {} : { 'x-sample-key': key })
    const body = await answer.text()
    const expected = doorOf(row)(row, caller)
    if (expected === 'in') expect([401, 403]).not.toContain(answer.status)
    else expect(answer.status).toBe(expected)
    if (key !== undefined) expect(body + sample.logLines.join('')).not.toContain(key)
  })

  it('takes a key from its header alone', async () => {
    const { key } = await createApiKey(context, { service: 'events', name: 'misplaced' })
    const text = key.reveal()
    const answers = await Promise.all([
      fetch(`${sample.url}/flat/notes`, { headers: { authorization: `Bearer ${text}` } }),
      fetch(`${sample.url}/flat/notes`, { headers: { cookie: `x-sample-key=${text}` } }),
      fetch(`${sample.url}/flat/notes?x-sample-key=${text}`),
      fetch(`${sample.url}/flat/notes`, { headers: { 'x-sample-key': ` ${text} ${text}` } }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401])
    expect(sample.logLines.join('')).not.toContain(text)
  })
})

describe('the doors of the product', () => {
  const stranger = 'lyev_stranger'
  let place: Place
  let running: RunningApp
  beforeAll(async () => {
    place = await createPlace('sqlite', 'migrated')
    running = await startApp(place)
  })
  afterAll(async () => {
    await running.app.stop()
    await place.remove()
  })

  const rows = apis.flatMap(({ api }) => rowsOf(api))

  it.each(rows)('are of a kind that the matrix knows: $api.name $name', (row) => {
    expect(doorOf(row)).toBeTypeOf('function')
  })

  it('fail the matrix where a row has another kind', () => {
    const [row] = rows
    if (row === undefined) throw new Error('there are no rows')
    const odd = { ...row, operation: { ...row.operation, auth: 'cookie' as Auth } }
    expect(() => doorOf(odd)).toThrow('does not know rows for cookie')
  })

  it.each(rows.filter(({ operation }) => operation.auth === 'public'))(
    'open to anyone: $api.name $name',
    async (row) => {
      const answers = await Promise.all([
        knock(running.url, row, {}),
        knock(running.url, row, { authorization: stranger }),
      ])
      for (const { status } of answers) expect([401, 403]).not.toContain(status)
    },
  )

  it.each(rows.filter(({ operation }) => operation.auth === 'signed'))(
    'open to no one who does not sign: $api.name $name',
    async (row) => {
      const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`
      for (const body of [unsigned, '', '{"title":"a"}', stranger]) {
        const answer = await fetch(running.url + pathOf(row, 'A'.repeat(43)), {
          method: row.operation.method,
          ...(row.operation.body === undefined
            ? {}
            : { body, headers: { 'content-type': 'application/jwt' } }),
        })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
      }
    },
  )
})
