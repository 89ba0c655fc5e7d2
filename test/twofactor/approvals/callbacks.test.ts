import { createHmac } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { statementsOf } from '../../../src/kernel/database/statement.ts'
import { signCallback, toSortedQuery } from '../../../src/twofactor/approvals/callback-signature.ts'
import type { TwofactorTables } from '../../../src/twofactor/base/tables.ts'
import { onEachEngine } from '../../engines.ts'
import { createManualClock } from '../../fakes.ts'
import { type RunningApp, startApp } from '../../harness.ts'
import { createDice, scaled } from '../../seed.ts'
import { within } from '../../speed.ts'
import { type ClientOptions, newClient, type TwofactorClient } from '../client.ts'
import { askApproval, newUserWithDevice, type UserDevice } from '../device.ts'
import { type Received, type Receiver, startReceiver } from '../receiver.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The contract's algorithm written anew, from its words alone: byte by byte, with a stack of names. */
function reference(value: Json, name = ''): string | undefined {
  const percent = (text: string) =>
    [...Buffer.from(text)]
      .map((byte) => {
        const character = String.fromCharCode(byte)
        if (character === ' ') return '+'
        return /[A-Za-z0-9\-._~]/.test(character)
          ? character
          : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
      })
      .join('')
  const join = (units: (string | undefined)[]) => {
    const kept = units.filter((unit) => unit !== undefined)
    return kept.length === 0 ? undefined : kept.join('&')
  }
  if (Array.isArray(value)) return join(value.map((element) => reference(element, `${name}[]`)))
  if (value !== null && typeof value === 'object') {
    const units = Object.keys(value).map((key) =>
      reference(value[key] ?? null, name === '' ? key : `${name}[${key}]`),
    )
    const kept = units.filter((unit) => unit !== undefined)
    return join(kept.sort((a, b) => (Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? -1 : 1)))
  }
  return `${percent(name)}=${value === null ? '' : percent(`${value}`)}`
}

describe('the text that a callback signs', () => {
  it.each([
    ['sorted', { b: 1, a: 2 }, 'a=2&b=1'],
    ['sorted at each level', { x: { b: 1, a: 2 }, a: { z: 0 } }, 'a%5Bz%5D=0&x%5Ba%5D=2&x%5Bb%5D=1'],
    ['a list in its order', { l: ['b', 'a'] }, 'l%5B%5D=b&l%5B%5D=a'],
    [
      'a list of objects as one unit',
      {
        l: [
          { url: 'u2', res: 'r2' },
          { res: 'r1', url: 'u1' },
        ],
        k: 1,
      },
      'k=1&l%5B%5D%5Bres%5D=r2&l%5B%5D%5Burl%5D=u2&l%5B%5D%5Bres%5D=r1&l%5B%5D%5Burl%5D=u1',
    ],
    ['null is empty', { a: null, b: '' }, 'a=&b='],
    ['nothing in it is left out', { a: {}, b: [], c: { d: {}, e: [] }, f: 1 }, 'f=1'],
    ['a space is a plus', { 'a b': 'c d+e' }, 'a+b=c+d%2Be'],
    ['unreserved stays', { "-._~!'()*": "-._~!'()*" }, '-._~%21%27%28%29%2A=-._~%21%27%28%29%2A'],
    ['UTF-8', { é: '\u{1f600}' }, '%C3%A9=%F0%9F%98%80'],
    ['capitals come first', { a: 1, B: 2, _: 3 }, 'B=2&_=3&a=1'],
    ['numbers and booleans', { a: true, b: 1.5, c: false }, 'a=true&b=1.5&c=false'],
  ])('%s', (_name, body: { [name: string]: Json }, expected) => {
    expect(toSortedQuery(body)).toBe(expected)
    expect(reference(body)).toBe(expected)
  })

  it(`is that of other code, ${scaled(500, 50_000)} times`, () => {
    const dice = createDice('callback bodies')
    const words = ['a', 'A', 'b c', 'ü', '[x]', '&', '=', '%41', 'a[b]', '0', '10', '9', '', '\u{1f600}', '~']
    const word = () => words[dice.between(0, words.length)] as string
    const draw = (depth: number): Json => {
      const kind = dice.between(0, depth > 3 ? 4 : 6)
      if (kind < 2) return word()
      if (kind === 2) return dice.chance(0.5) ? null : dice.chance(0.5)
      if (kind === 3) return dice.between(-5, 1e9)
      if (kind === 4) return Array.from({ length: dice.between(0, 4) }, () => draw(depth + 1))
      return drawObject(depth + 1)
    }
    const drawObject = (depth: number): { [name: string]: Json } =>
      Object.fromEntries(Array.from({ length: dice.between(0, 5) }, () => [`${word()}k`, draw(depth)]))
    for (let n = 0; n < scaled(500, 50_000); n++) {
      const body = drawObject(0)
      expect([JSON.stringify(body), toSortedQuery(body)]).toEqual([
        JSON.stringify(body),
        reference(body) ?? '',
      ])
    }
  })

  it('is signed with the key, the nonce, the method and the address before it', () => {
    expect(signCallback('key', { nonce: '1', method: 'POST', url: 'https://a/b', query: 'a=1' })).toBe(
      createHmac('sha256', 'key').update('1|POST|https://a/b|a=1').digest('base64'),
    )
  })
})

const callbackRows = statementsOf<TwofactorTables>()((db) => db.selectFrom('twofactor_callbacks').selectAll())

onEachEngine('callbacks', (place) => {
  const clock = createManualClock()
  let running: RunningApp | undefined
  const receivers: Receiver[] = []
  const start = async () => {
    const settings = {
      LANYARD_OUTBOUND_ALLOW: '127.0.0.1',
      LANYARD_TWOFACTOR_ALIAS: 'oldname',
      LANYARD_RATE: 'off',
    }
    running = await startApp(place(), { clock, settings })
    return running
  }
  const app = async () => running ?? (await start())
  const listen = async (...given: Parameters<typeof startReceiver>) => {
    const receiver = await startReceiver(...given)
    receivers.push(receiver)
    return receiver
  }
  afterEach(async () => {
    for (const receiver of receivers.splice(0)) await receiver.close()
  })
  afterAll(async () => running?.app.stop())

  const newApplication = async (settings: ClientOptions['settings']) => {
    const client = await newClient(await app(), { settings: settings ?? {} })
    return { client, ...(await newUserWithDevice(await app(), client)) }
  }
  const answer = async (
    { client, id, device }: { client: TwofactorClient; id: number; device: UserDevice },
    json: Record<string, unknown> = { message: 'Log in?' },
    status = 'approved',
  ) => {
    const { uuid } = await askApproval(client, id, json)
    expect((await device.answer(uuid, { status })).status).toBe(200)
    return uuid
  }
  const rows = async () => (await app()).app.context.database.all(callbackRows, {})
  const drain = async () => (await app()).app.background.drain()

  /** As a receiver checks it, with nothing but its key. */
  function expectSigned({ method, target, headers, body }: Received, url: string, key: string): void {
    const query =
      method === 'GET' ? (target.split('?')[1] ?? '') : (reference(JSON.parse(body) as Json) ?? '')
    const nonce = String(headers['x-twofactor-signature-nonce'])
    expect(nonce).toBe(String(Math.floor(clock.now() / 1000)))
    const signature = createHmac('sha256', key).update(`${nonce}|${method}|${url}|${query}`).digest('base64')
    expect(headers['x-twofactor-signature']).toBe(signature)
    expect(headers['x-oldname-signature']).toBe(signature)
    expect(headers['x-oldname-signature-nonce']).toBe(nonce)
  }

  const full = {
    message: 'Pay 5 € & go?',
    details: { 'Account Number': '981266321', Zürich: '', a: 'b=c' },
    hidden_details: { ip_address: '110.37.200.52' },
    logos: [
      { res: 'low', url: 'https://example.org/b.png' },
      { res: 'default', url: 'https://example.org/a b.png' },
    ],
  }

  it('tell by POST who answered what, signed with the key', async () => {
    const receiver = await listen()
    const callback = `${receiver.url}/hook?tenant=7`
    const scene = await newApplication({ callback })
    const uuid = await answer(scene, full)
    await drain()
    const [got] = receiver.received as [Received]
    expect([got.method, got.target, got.headers['content-type']]).toEqual([
      'POST',
      '/hook?tenant=7',
      'application/json',
    ])
    expectSigned(got, `${receiver.url}/hook`, scene.client.key)
    const body = JSON.parse(got.body) as { device_uuid: string; signature: string }
    expect(body).toMatchObject({
      twofactor_id: scene.id,
      oldname_id: scene.id,
      callback_action: 'approval_request_status',
      uuid,
      status: 'approved',
      approval_request: {
        transaction: {
          details: full.details,
          hidden_details: full.hidden_details,
          message: full.message,
          status: 'approved',
          uuid,
          created_at_time: Math.floor(clock.now() / 1000),
        },
        expiration_timestamp: Math.floor(clock.now() / 1000) + 86_400,
        logos: full.logos,
      },
      device: { os_type: 'android' },
    })
    expect(body.device_uuid).toMatch(/^[0-9a-f-]{36}$/)
    expect(Buffer.from(body.signature, 'base64').toString('base64')).toBe(body.signature)
    expect(Buffer.from(body.signature, 'base64')).toHaveLength(64)
    expect(receiver.received).toHaveLength(1)
    expect(await rows()).toEqual([])
  })

  it('tell by GET in the query, where that is the setting', async () => {
    const receiver = await listen()
    const scene = await newApplication({ callback: `${receiver.url}/hook?old=1`, callbackMethod: 'GET' })
    await answer(scene, full, 'denied')
    await drain()
    const [got] = receiver.received as [Received]
    expect([got.method, got.body]).toEqual(['GET', ''])
    expectSigned(got, `${receiver.url}/hook`, scene.client.key)
    const query = new URL(got.target, receiver.url).searchParams
    expect(query.get('status')).toBe('denied')
    expect(query.get('approval_request[transaction][details][Account Number]')).toBe('981266321')
    expect(query.getAll('approval_request[logos][][res]')).toEqual(['low', 'default'])
    expect(query.has('old')).toBe(false)
  })

  it('are tried again, ever later, with a signature of the moment, until they are taken', async () => {
    const receiver = await listen((response, _request, count) => {
      response.statusCode = count < 6 ? 500 : 204
      response.end()
    })
    const scene = await newApplication({ callback: `${receiver.url}/hook` })
    await answer(scene)
    await drain()
    const waits: number[] = []
    for (let count = 1; count < 6; count++) {
      expect(receiver.received).toHaveLength(count)
      const [row] = (await rows()) as [TwofactorTables['twofactor_callbacks']]
      expect(row.attempts).toBe(count)
      waits.push(row.due_at - clock.now())
      clock.advance(row.due_at - clock.now() - 1)
      await drain()
      expect(receiver.received).toHaveLength(count)
      clock.advance(1)
      await drain()
    }
    expect(receiver.received).toHaveLength(6)
    expectSigned(receiver.received[5] as Received, `${receiver.url}/hook`, scene.client.key)
    expect(await rows()).toEqual([])
    waits.forEach((wait, n) => {
      expect(wait).toBeGreaterThanOrEqual(500 * 2 ** n)
      expect(wait).toBeLessThanOrEqual(1_000 * 2 ** n)
    })
  })

  it('survive a restart, and the loss of their job', async () => {
    let open = false
    const receiver = await listen((response) => {
      response.statusCode = open ? 200 : 503
      response.end()
    })
    const scene = await newApplication({ callback: `${receiver.url}/hook` })
    const uuid = await answer(scene)
    await drain()
    expect(receiver.received).toHaveLength(1)
    await running?.app.stop()
    open = true
    await start()
    clock.advance(60_000)
    await drain()
    expect(receiver.received.map(({ body }) => JSON.parse(body).uuid)).toEqual([uuid, uuid])
    expect(await rows()).toEqual([])
  })

  it('follow no redirect, and end where the receiver is gone or nobody listens any more', async () => {
    const inside = await listen()
    const redirect = await listen((response) => {
      response.writeHead(307, { location: `${inside.url}/inside` }).end()
    })
    const gone = await listen((response) => {
      response.statusCode = 410
      response.end()
    })
    for (const { url } of [redirect, gone]) await answer(await newApplication({ callback: `${url}/hook` }))
    await answer(await newApplication({}))
    await drain()
    expect([inside.received.length, redirect.received.length, gone.received.length]).toEqual([0, 1, 1])
    expect(await rows()).toHaveLength(1)
    clock.advance(4 * 24 * 3_600_000)
    await drain()
    expect([redirect.received.length, await rows()]).toEqual([2, []])
  })

  it('go nowhere that the server may not call', async () => {
    await answer(await newApplication({ callback: 'http://169.254.169.254/latest' }))
    await answer(await newApplication({ callback: 'http://localhost/hook' }))
    await drain()
    expect((await rows()).filter(({ attempts }) => attempts === 1)).toHaveLength(2)
  })

  it('of a receiver that hangs delay nobody else', async () => {
    const hanging = await listen(() => {})
    const quick = await listen()
    const victim = await newApplication({ callback: `${hanging.url}/hook` })
    const other = await newApplication({ callback: `${quick.url}/hook` })
    for (let n = 0; n < scaled(20, 60); n++) await answer(victim)
    await hanging.arrived(1)
    for (let n = 0; n < 5; n++) {
      const startedAt = performance.now()
      await answer(other)
      await quick.arrived(n + 1)
      expect(performance.now() - startedAt).toBeLessThan(within(3_000))
    }
    // One job a process, four requests at once.
    expect(hanging.received.length).toBeLessThanOrEqual(4)
  })
})
