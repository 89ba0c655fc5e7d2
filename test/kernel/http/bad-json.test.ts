import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { within } from '../../speed.ts'
import { expectRefusal, pointersOf } from './refusal.ts'
import { type Sample, startSample } from './sample.ts'
import { flatApi, problemApi } from './sample-api.ts'
import { createScore } from './score.ts'
import { Wire, type WireAnswer } from './wire.ts'

const deep = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth)

/** Bodies that mean nothing, or not the same to every reader. */
const malformed: Record<string, string | Uint8Array> = {
  nothing: '',
  'white space': '  \r\n\t ',
  'half an object': '{"title":"a"',
  'a trailing comma': '{"title":"a",}',
  'a trailing comma in a list': '{"title":"a","tags":["b",]}',
  'two texts': '{"title":"a"}{"title":"a"}',
  'single quotes': "{'title':'a'}",
  'a bare name': '{title:"a"}',
  'a comment': '{"title":"a"/* b */}',
  undefined: 'undefined',
  NaN: '{"title":"a","count":NaN}',
  Infinity: '{"title":"a","count":Infinity}',
  '1e999': '{"title":"a","count":1e999}',
  '-1e999': '{"title":"a","count":-1e999}',
  'negative zero': '{"title":"a","count":-0}',
  'negative zero with a fraction': '{"title":"a","count":-0.0}',
  '2^53 + 1': '{"title":"a","count":9007199254740993}',
  'a leading zero': '{"title":"a","count":01}',
  'a hexadecimal number': '{"title":"a","count":0x10}',
  'a member twice': '{"title":"a","title":"b"}',
  'a member twice, once escaped': '{"title":"a","\\u0074itle":"b"}',
  'a member twice, deeper': '{"title":"a","place":{"city":"a","city":"b"}}',
  'a byte order mark': '\ufeff{"title":"a"}',
  'UTF-16, little end first': Buffer.from('\ufeff{"title":"a"}', 'utf16le'),
  'UTF-16, no mark': Buffer.from('{"title":"a"}', 'utf16le'),
  'UTF-16, big end first': Buffer.from('\ufeff{"title":"a"}', 'utf16le').swap16(),
  'a byte that is not UTF-8': Buffer.from('{"title":"\xff"}', 'latin1'),
  'an overlong slash': Buffer.from('{"title":"\xc0\xaf"}', 'latin1'),
  'a surrogate in UTF-8': Buffer.from('{"title":"\xed\xa0\x80"}', 'latin1'),
  'a lone high surrogate': '{"title":"\\ud800"}',
  'a lone low surrogate': '{"title":"\\udc00"}',
  'a lone surrogate in a name': '{"title":"a","\\udfff":1}',
  'a control character': '{"title":"a\u0001"}',
  'lists 21 deep': deep('[', ']', 21),
  'lists 10,000 deep': deep('[', ']', 10_000),
  'objects 10,000 deep': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'lists 50,000 deep, never closed': '['.repeat(50_000),
  ['__proto__']: '{"title":"a","__proto__":{"polluted":true}}',
  '__proto__, escaped': '{"title":"a","\\u005f_proto__":{"polluted":true}}',
  '__proto__, deeper': '{"title":"a","place":{"city":"a","__proto__":{"polluted":true}}}',
  '__proto__ in a list': '{"title":"a","tags":[{"__proto__":{"polluted":true}}]}',
  'constructor.prototype': '{"title":"a","constructor":{"prototype":{"polluted":true}}}',
  'constructor.prototype, deeper': '{"place":{"constructor":{"prototype":{"polluted":true}}}}',
}

/** Bodies that read well and say what the row does not take; the members to mend. */
const invalid: Record<string, [string, ...string[]]> = {
  'an empty object': ['{}', '/title'],
  null: ['null', ''],
  'a list': ['[]', ''],
  'a text': ['"title"', ''],
  'a number': ['7', ''],
  'an unknown member': ['{"title":"a","colour":"red"}', '/colour'],
  'unknown members': ['{"title":"a","id":1,"role":"admin","isAdmin":true}', '/id', '/role', '/isAdmin'],
  'an unknown member, deeper': ['{"title":"a","place":{"city":"a","zip":1}}', '/place/zip'],
  'an unknown member with a slash': ['{"title":"a","x/y~z":1}', '/x~1y~0z'],
  'a member of an object': ['{"title":"a","hasOwnProperty":1}', '/hasOwnProperty'],
  'a constructor': ['{"title":"a","constructor":"x"}', '/constructor'],
  'a number for a text': ['{"title":7}', '/title'],
  'a text for a number': ['{"title":"a","count":"7"}', '/count'],
  'a boolean for a number': ['{"title":"a","count":true}', '/count'],
  'null for a text': ['{"title":null}', '/title'],
  'a list for a text': ['{"title":["a"]}', '/title'],
  'an object for a text': ['{"title":{"toString":"a"}}', '/title'],
  'a text for a boolean': ['{"title":"a","a/b~c":"true"}', '/a~1b~0c'],
  'an object for a list': ['{"title":"a","tags":{"0":"b","length":1}}', '/tags'],
  'a number in a list': ['{"title":"a","tags":["b",7]}', '/tags/1'],
  'a fraction': ['{"title":"a","count":1.5}', '/count'],
  'a number too low': ['{"title":"a","count":-1}', '/count'],
  'a number too high': ['{"title":"a","count":1001}', '/count'],
  'a text too short': ['{"title":""}', '/title'],
  'a text too long': [`{"title":"${'a'.repeat(101)}"}`, '/title'],
  'a text of 90 kB': [`{"title":"${'a'.repeat(90_000)}!"}`, '/title'],
  'a list too long': ['{"title":"a","tags":["1","2","3","4","5","6"]}', '/tags'],
  'a NUL': ['{"title":"a\\u0000"}', '/title'],
  'a NUL in a name': ['{"title":"a","b\\u0000":1}', ''],
}

const types = [
  'application/xml',
  'text/xml',
  'text/html',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/jwt',
  'application/vnd.api+json',
  'application/json2',
  'json',
  '*/*',
  'application/json, text/plain',
  '',
]

describe.each([flatApi, problemApi])('JSON that a row does not take, at $basePath', (api) => {
  const score = createScore(`bad JSON at ${api.basePath}`)
  let sample: Sample
  beforeAll(async () => {
    sample = await startSample()
    await post(api.basePath, '{"title":"the schema is compiled"}')
  })
  afterAll(() => sample.stop())

  function head(path: string, fields: readonly string[]): string {
    return [`POST ${path}/check HTTP/1.1`, 'host: sample.test', ...fields, '', ''].join('\r\n')
  }

  async function post(
    path: string,
    body: string | Uint8Array,
    fields: readonly string[] = ['content-type: application/json'],
  ): Promise<WireAnswer> {
    const wire = new Wire(sample.url)
    await wire.send(head(path, [...fields, `content-length: ${Buffer.byteLength(body)}`]))
    await wire.send(body)
    const answer = await wire.answer()
    wire.leave()
    return answer
  }

  /** Within 50 ms, at one of twenty times: the machine is shared. */
  async function refusedFast(
    work: () => Promise<WireAnswer>,
    code: string,
  ): Promise<Record<string, unknown>> {
    let fastestMs = Number.POSITIVE_INFINITY
    let said: Record<string, unknown> = {}
    for (let round = 0; round < 20 && fastestMs >= 50; round += 1) {
      const start = performance.now()
      said = await score.attempt(async () => expectRefusal(api, await work(), code))
      fastestMs = Math.min(fastestMs, performance.now() - start)
    }
    expect(fastestMs).toBeLessThan(within(50))
    return said
  }

  it('takes what the row takes', async () => {
    const answer = await post(
      api.basePath,
      '{"title":"\\ud83d\\ude00 ü","count":0,"tags":["x"],"place":{"city":""},"a/b~c":true}',
    )
    expect([answer.status, answer.body]).toEqual([200, '{"status":"fine"}'])
  })

  it.each(Object.entries(malformed))('refuses %s as malformed', async (_name, body) => {
    await refusedFast(() => post(api.basePath, body), 'malformed')
    expect(({} as { polluted?: boolean }).polluted).toBe(undefined)
  })

  it.each(Object.entries(invalid))('refuses %s and points at it', async (_name, [body, ...pointers]) => {
    const said = await refusedFast(() => post(api.basePath, body), 'invalid')
    expect(pointersOf(said).sort()).toEqual(pointers.sort())
  })

  it.each(types)('refuses the type "%s"', async (type) => {
    const fields = type === '' ? [] : [`content-type: ${type}`]
    await refusedFast(() => post(api.basePath, '{"title":"a"}', fields), 'unsupported-type')
  })

  const bomb = gzipSync(`{"title":"${'a'.repeat(50_000_000)}"}`)
  it.each(['gzip', 'deflate', 'br', 'gzip, gzip', 'x'])('refuses a body in %s', async (encoding) => {
    expect(bomb.length).toBeLessThan(102_400)
    const fields = ['content-type: application/json', `content-encoding: ${encoding}`]
    await refusedFast(() => post(api.basePath, bomb, fields), 'unsupported-type')
  })

  it('takes 100 kB, and refuses a byte more', async () => {
    const padded = (size: number) => `{"title":"a"${' '.repeat(size - 13)}}`
    expect((await post(api.basePath, padded(102_400))).status).toBe(200)
    await refusedFast(() => post(api.basePath, padded(102_401)), 'too-large')
  })

  it('refuses a million members', async () => {
    const members = Array.from({ length: 1_000_000 }, (_, index) => `"m${index}":0`).join()
    const bytes = Buffer.from(`{${members}}`)
    await refusedFast(() => post(api.basePath, bytes), 'too-large')
  })

  it('answers with few words to many unknown members', async () => {
    const members = Array.from({ length: 9_000 }, (_, index) => `"m${index}":0`).join()
    const said = await refusedFast(() => post(api.basePath, `{"title":"a",${members}}`), 'invalid')
    expect(pointersOf(said)).toHaveLength(20)
    const long = await refusedFast(
      () => post(api.basePath, `{"title":"a","${'n'.repeat(90_000)}":0}`),
      'invalid',
    )
    expect(JSON.stringify(long).length).toBeLessThan(1_000)
  })

  it('refuses a length of a terabyte before the body comes', async () => {
    const fields = ['content-type: application/json', 'content-length: 1000000000000']
    await refusedFast(async () => {
      const wire = new Wire(sample.url)
      await wire.send(head(api.basePath, fields))
      return wire.answer()
    }, 'too-large')
  })

  it('reads little of 100 MB that stream in, and keeps none of it', async () => {
    const chunk = Buffer.concat([Buffer.from('10000\r\n'), Buffer.alloc(65_536, 'a'), Buffer.from('\r\n')])
    const before = process.memoryUsage().rss
    for (let round = 0; round < 5; round += 1) {
      const wire = new Wire(sample.url)
      await wire.send(head(api.basePath, ['content-type: application/json', 'transfer-encoding: chunked']))
      let sent = 0
      while (sent < 100_000_000 && !wire.socket.destroyed) {
        await wire.send(chunk)
        sent += chunk.length
      }
      expect(sent).toBeLessThan(20_000_000)
      await score.attempt(async () => expectRefusal(api, await wire.answer(), 'too-large'))
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(64_000_000)
  })

  it('keeps nothing of a thousand refusals', async () => {
    const bodies = [
      deep('[', ']', 40_000),
      `{"title":"${'a'.repeat(90_000)}"}`,
      '{"title":"a","__proto__":{"x":1}}',
    ]
    const storm = async () => {
      for (let round = 0; round < 100; round += 1) {
        const answers = await Promise.all(bodies.map((body) => post(api.basePath, body)))
        score.count(answers.length, answers.filter(({ status }) => status === 400 || status === 422).length)
      }
    }
    await storm()
    const before = process.memoryUsage().rss
    await storm()
    await storm()
    expect(process.memoryUsage().rss - before).toBeLessThan(64_000_000)
  })
})
