import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Fault } from '../../src/kernel/base/fault.ts'
import { parseJson } from '../../src/kernel/text/json.ts'

function parse(text: string, maxDepth?: number): unknown {
  return parseJson(Buffer.from(text), maxDepth === undefined ? {} : { maxDepth })
}

function refusal(body: string | Uint8Array): Fault {
  try {
    parseJson(typeof body === 'string' ? Buffer.from(body) : body)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error(`accepted ${String(body).slice(0, 80)}`)
}

function expectMalformed(body: string | Uint8Array, detail: string): void {
  const fault = refusal(body)
  expect(fault.kind).toBe('malformed')
  expect(fault.detail).toContain(detail)
}

const text = fc.string({ unit: 'binary' }).map((drawn) => drawn.replaceAll('\0', ''))
const number = fc.oneof(
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((drawn) => !Number.isInteger(drawn)),
)
const scalar = fc.oneof(fc.constant(null), fc.boolean(), number, text)
const names = text.filter((name) => name !== '__proto__' && name !== 'constructor')
const value: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 6 },
    scalar,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(names, tie('node'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).node

describe('a text that every reader takes alike', () => {
  it('gives back any value', () => {
    fc.assert(
      fc.property(value, (drawn) => {
        expect(parse(JSON.stringify(drawn))).toEqual(drawn)
        expect(parse(JSON.stringify(drawn, null, 2))).toEqual(drawn)
      }),
      { numRuns: 500 },
    )
  })

  it('takes strings that look like structure', () => {
    for (const sample of [{ 'a":{"b': '{"a":1,"a":2}' }, { 'x\\': '\\"' }, ['\\\\":'], { ':': ':::' }]) {
      expect(parse(JSON.stringify(sample))).toEqual(sample)
    }
  })

  it('takes the largest numbers, and surrogate pairs written as escapes', () => {
    expect(parse('[9007199254740991,-9007199254740991,0,0.0,1e3,1.5e-300]')).toEqual([
      Number.MAX_SAFE_INTEGER,
      Number.MIN_SAFE_INTEGER,
      0,
      0,
      1000,
      1.5e-300,
    ])
    expect(parse('{"\\ud83d\\ude00":"\\uD83D\\uDE00"}')).toEqual({ '😀': '😀' })
  })

  it('takes a constructor that holds no prototype', () => {
    expect(parse('{"constructor":"Ada","prototype":{"a":1}}')).toEqual({
      constructor: 'Ada',
      prototype: { a: 1 },
    })
  })

  it('reads a view into a larger buffer', () => {
    expect(parseJson(new TextEncoder().encode('xx{"a":1}yy').subarray(2, 9))).toEqual({ a: 1 })
  })
})

describe('duplicate members', () => {
  it('refuses one inserted at any depth', () => {
    fc.assert(
      fc.property(value, fc.nat(), fc.boolean(), (drawn, seed, escaped) => {
        const root = { wrapped: drawn }
        const chosen = seed % countMembers(root)
        expectMalformed(writeTwice(root, { left: chosen, escaped }), 'two members named')
      }),
      { numRuns: 500 },
    )
  })

  it('names the member', () => {
    expectMalformed('{"a":{"b":1,"c":[{"x":1},{"x":2}],"\\u0062":2}}', 'named "b"')
    expectMalformed('{"1":0,"1":0}', 'named "1"')
    expectMalformed('{"":0,"":0}', 'named ""')
  })

  function countMembers(node: unknown): number {
    if (typeof node !== 'object' || node === null) return 0
    const own = Array.isArray(node) ? 0 : Object.keys(node).length
    return Object.values(node).reduce((sum: number, member) => sum + countMembers(member), own)
  }

  // Writes the member that comes after `left` others a second time, with its name escaped or not.
  function writeTwice(node: unknown, choice: { left: number; escaped: boolean }): string {
    if (typeof node !== 'object' || node === null) return JSON.stringify(node)
    if (Array.isArray(node)) return `[${node.map((item) => writeTwice(item, choice)).join(',')}]`
    const members = Object.entries(node).map(([name, member]) => {
      const again =
        choice.left === 0 ? `${choice.escaped ? escapeAll(name) : JSON.stringify(name)}:null,` : ''
      choice.left -= 1
      return `${again}${JSON.stringify(name)}:${writeTwice(member, choice)}`
    })
    return `{${members.join(',')}}`
  }

  function escapeAll(name: string): string {
    const units = name.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'))
    return `"${units.map((unit) => `\\u${unit}`).join('')}"`
  }
})

describe('what is refused', () => {
  it('refuses bytes that are not UTF-8, a byte order mark, and nothing', () => {
    expectMalformed(Buffer.from([0x22, 0xff, 0x22]), 'UTF-8')
    expectMalformed(Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'UTF-8')
    expectMalformed(Buffer.from('\ufeff{}', 'utf16le'), 'UTF-8')
    expectMalformed(Buffer.from('{}', 'utf16le'), 'not valid JSON')
    expectMalformed('\ufeff{}', 'byte order mark')
    expectMalformed('', 'empty')
  })

  it('refuses what is not JSON and says where', () => {
    expectMalformed('{"a":1,}', 'at offset 7')
    expectMalformed('[1,2,]', '] is out of place')
    expectMalformed('{"a":', 'ends too early')
    for (const body of [
      ' ',
      'NaN',
      'undefined',
      "{'a':1}",
      '[1 2]',
      '01',
      '+1',
      '"\t"',
      '{}{}',
      '/**/1',
      '😀',
    ]) {
      expectMalformed(body, 'not valid JSON')
    }
  })

  it('does not quote the body', () => {
    for (const body of [
      '{"code":"123456"',
      'hunter2',
      '["hunter2" "123456"]',
      'x"JSON at position 123456"',
    ]) {
      const fault = refusal(body)
      expect(`${fault.detail} ${fault.stack} ${String(fault.cause)}`).not.toMatch(/hunter2|123456/)
    }
  })

  it('refuses more than twenty levels, or as many as asked', () => {
    const nest = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
    expect(() => parse(nest(20))).not.toThrow()
    expect(() => parse(`${'{"a":'.repeat(20)}1${'}'.repeat(20)}`)).not.toThrow()
    expectMalformed(nest(21), 'deeper than 20')
    expectMalformed(`${'{"a":'.repeat(21)}1${'}'.repeat(21)}`, 'deeper than 20')
    expect(() => parse('[[]]', 1)).toThrow('deeper than 1 level')
    expect(() => parse('1', 0)).not.toThrow()
  })

  it('refuses names that reach a prototype, at every depth', () => {
    for (const wrap of [(body: string) => body, (body: string) => `[{"a":[${body}]}]`]) {
      expectMalformed(wrap('{"__proto__":{"polluted":1}}'), '__proto__')
      expectMalformed(wrap('{"\\u005f_proto__":null}'), '__proto__')
      expectMalformed(wrap('{"constructor":{"prototype":{"polluted":1}}}'), 'constructor')
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  it('refuses numbers that readers take apart', () => {
    for (const body of ['1e999', '-1e999', '9007199254740992', '-9007199254740993', '1e300']) {
      expectMalformed(`{"a":[0,${body}]}`, 'The number at /a/1 is beyond')
    }
    for (const body of ['-0', '-0.0', '-0e5', '-1e-400'])
      expectMalformed(body, 'The number at the top is a negative')
  })

  it('refuses half a surrogate pair in texts and names', () => {
    for (const half of ['\\ud800', '\\uDC00', '\\ude00\\ud83d', 'a\\ud83db']) {
      expectMalformed(`{"a~/b":["${half}"]}`, 'The text at /a~0~1b/0 has half')
      expectMalformed(`{"a":{"${half}":1}}`, 'The text at /a has half')
    }
  })

  it('names the place of a NUL', () => {
    for (const [body, pointer] of [
      ['"\\u0000"', ''],
      ['{"list":[{"name":"x"},{"name":"a\\u0000b"}]}', '/list/1/name'],
      ['{"map":{"a\\u0000":1}}', '/map'],
    ] as const) {
      const fault = refusal(body)
      expect(fault.kind).toBe('invalid')
      expect(fault.errors).toMatchObject([{ pointer, code: 'nul' }])
    }
  })

  it('throws a Fault and nothing else for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          parseJson(bytes)
        } catch (error) {
          expect(error).toBeInstanceOf(Fault)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('a hostile body of 100 kB', () => {
  const many = (count: number, part: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => part(i)).join(',')
  const bodies: [string, string][] = [
    ['brackets that close', '['.repeat(50_000) + ']'.repeat(50_000)],
    ['brackets that stay open', '['.repeat(100_000)],
    ['objects in objects', `${'{"a":'.repeat(16_000)}1${'}'.repeat(16_000)}`],
    ['names', `{${many(12_000, (i) => `"${i.toString(36)}":1`)}}`],
    ['names that are numbers', `{${many(8000, (i) => `"${i * 524_288}":1`)}}`],
    ['the same name', `{${many(16_000, () => '"a":1')}}`],
    ['a late duplicate', `{${many(12_000, (i) => `"${i.toString(36)}":1`)},"0":1}`],
    ['quotes', `"${'\\"'.repeat(50_000)}"`],
    ['escapes', `["${'\\u0041'.repeat(16_000)}"]`],
    ['a long number', `[${'9'.repeat(100_000)}]`],
    ['a long fraction', `[0.${'3'.repeat(100_000)}]`],
  ]
  it.each(bodies)('costs little more than JSON.parse alone: %s', (_, body) => {
    const bytes = Buffer.from(body)
    const bare = fastest(() => JSON.parse(bytes.toString()))
    const ours = fastest(() => parseJson(bytes))
    expect(ours / Math.max(bare, 0.05)).toBeLessThan(100)
  })

  it('refuses deep nesting before it is parsed', () => {
    const bytes = Buffer.from('['.repeat(40_000) + ']'.repeat(40_000))
    const bare = fastest(() => JSON.parse(bytes.toString()))
    expect(fastest(() => parseJson(bytes))).toBeLessThan(bare)
  })

  function fastest(parse: () => unknown): number {
    const times = Array.from({ length: 7 }, () => {
      const start = performance.now()
      try {
        parse()
      } catch (error) {
        expect(error).toBeInstanceOf(Error)
      }
      return performance.now() - start
    })
    return Math.min(...times)
  }
})
