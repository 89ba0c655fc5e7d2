import { expect, it } from 'vitest'
import { type Content, createContents } from '../../../src/events/public-page/contents/contents.ts'

/** A content that counts how often it is written. */
function content(name: string, state: string, text = `${name} ${state}`): Content & { written: number } {
  const own = {
    name,
    state,
    written: 0,
    isCurrent: () => true,
    write: async () => {
      own.written += 1
      return text
    },
  }
  return own
}

const textOf = async (contents: ReturnType<typeof createContents>, one: Content) =>
  (await (await contents.read(one)).read(undefined)).toString()

it('writes a content once, for many at once and later', async () => {
  const contents = createContents()
  const page = content('page', '1')
  const bodies = await Promise.all(Array.from({ length: 20 }, () => contents.read(page)))
  expect(new Set(bodies).size).toBe(1)
  expect(await contents.read(page)).toBe(bodies[0])
  expect(page.written).toBe(1)
})

it('writes it again in another state, and keeps only the last one', async () => {
  const contents = createContents()
  const [first, second, back] = [content('page', '1'), content('page', '2'), content('page', '1')]
  expect(await textOf(contents, first)).toBe('page 1')
  expect(await textOf(contents, second)).toBe('page 2')
  expect(await textOf(contents, back)).toBe('page 1')
  expect([first.written, second.written, back.written]).toEqual([1, 1, 1])
})

it('gives each state what was written for it, also where they come at once', async () => {
  const contents = createContents()
  const pages = Array.from({ length: 10 }, (_, n) => content('page', String(n % 3)))
  const texts = await Promise.all(pages.map((page) => textOf(contents, page)))
  expect(texts).toEqual(pages.map(({ state }) => `page ${state}`))
})

it('keeps no failure', async () => {
  const contents = createContents()
  const failing = { ...content('page', '1'), write: () => Promise.reject(new Error('no database')) }
  await expect(contents.read(failing)).rejects.toThrow('no database')
  expect(await textOf(contents, content('page', '1'))).toBe('page 1')
})
