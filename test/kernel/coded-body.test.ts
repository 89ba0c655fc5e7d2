import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { createCodedBody } from '../../src/kernel/base/coded-body.ts'
import { chooseCoding, codedEtag } from '../../src/kernel/base/coding.ts'

describe('a body that many clients get', () => {
  const text = 'Grüße an alle. '.repeat(1_000)

  it('is the same in every coding, and smaller in two of them', async () => {
    const body = await createCodedBody(text)
    const [plain, br, gzip] = await Promise.all([body.read(undefined), body.read('br'), body.read('gzip')])
    expect(plain.toString()).toBe(text)
    expect(brotliDecompressSync(br).toString()).toBe(text)
    expect(gunzipSync(gzip).toString()).toBe(text)
    expect(br.length + gzip.length).toBeLessThan(plain.length / 10)
    expect(body.codings).toEqual(['br', 'gzip'])
  })

  it('is compressed once', async () => {
    const body = await createCodedBody(text)
    expect(await body.read('br')).toBe(await body.read('br'))
    expect(await body.read('gzip')).toBe(await body.read('gzip'))
  })

  it('says at most how much memory it takes', async () => {
    const body = await createCodedBody(text)
    const kept = [await body.read('br'), await body.read('gzip')]
    expect(body.size).toBeGreaterThanOrEqual(kept.reduce((sum, { length }) => sum + length, 0))
  })

  it('stays as it is where it is short', async () => {
    const body = await createCodedBody('{"state":"open"}')
    expect([body.codings, (await body.read(undefined)).toString()]).toEqual([[], '{"state":"open"}'])
  })

  it('has a digest of its content', async () => {
    const [one, same, other] = await Promise.all([text, text, `${text}!`].map(createCodedBody))
    expect(one?.digest).toBe(same?.digest)
    expect(one?.digest).not.toBe(other?.digest)
  })
})

describe('chooseCoding', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['BR;q=1.0, gzip;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('takes from %j %j', (accept, coding) => {
    expect(chooseCoding(accept)).toBe(coding)
    expect(chooseCoding(accept)).toBe(coding)
  })

  it('takes only what is possible, and tags each coding apart', () => {
    expect(chooseCoding('br, gzip', ['gzip'])).toBe('gzip')
    expect(chooseCoding('br, gzip', [])).toBeUndefined()
    expect([codedEtag('x', undefined), codedEtag('x', 'br')]).toEqual(['"x"', '"x-br"'])
  })
})
