import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { type OutboxPosition, readOutboxTail } from '../../../src/platform/delivery/outbox-tail.ts'

const folder = mkdtempSync(join(tmpdir(), 'lanyard-outbox-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(lines: readonly string[]): string {
  const path = join(folder, 'outbox.jsonl')
  writeFileSync(path, lines.join('\n'))
  return path
}

const line = (n: number, text = 'hello') =>
  JSON.stringify({ at: 'now', channel: 'sms', to: `+${n}`, text, purpose: 'test' })

async function readAll(path: string, limit: number): Promise<string[]> {
  const found: string[] = []
  let from: OutboxPosition | undefined
  do {
    const page = await readOutboxTail(path, { from, limit })
    found.push(...page.messages.map(({ to }) => to))
    from = page.next
  } while (from !== undefined)
  return found
}

it('has nothing where there is no file', async () => {
  expect(await readOutboxTail(join(folder, 'none'), { from: undefined, limit: 5 })).toEqual({
    messages: [],
    next: undefined,
  })
})

it.each([1, 2, 7, 100])('gives every message once, the newest first, in pages of %i', async (limit) => {
  const lines = Array.from({ length: 25 }, (_, n) => line(n))
  const newest = lines.map((_, n) => `+${24 - n}`)
  expect(await readAll(fileOf([...lines, '']), limit)).toEqual(newest)
})

it('reads messages that are longer than a block, and texts whose letters are cut by one', async () => {
  const lines = Array.from({ length: 9 }, (_, n) => line(n, 'ä'.repeat(40_000)))
  const path = fileOf([...lines, ''])
  expect(await readAll(path, 4)).toEqual(lines.map((_, n) => `+${8 - n}`))
  const { messages } = await readOutboxTail(path, { from: undefined, limit: 2 })
  expect(messages[1]?.text).toBe('ä'.repeat(40_000))
})

it('passes over a line that was torn', async () => {
  expect(await readAll(fileOf([line(1), '{"at":"no', line(2), line(3).slice(0, 20)]), 10)).toEqual([
    '+2',
    '+1',
  ])
})

it('reads four megabytes a page at most', async () => {
  const path = fileOf([line(1), ...Array.from({ length: 80 }, () => 'x'.repeat(100_000)), ''])
  const first = await readOutboxTail(path, { from: undefined, limit: 10 })
  expect(first.messages).toEqual([])
  expect(first.next?.end).toBeGreaterThan(0)
  expect(await readAll(path, 10)).toEqual(['+1'])
})

it.each([1, 4, 100])('goes on in the files that were put aside, in pages of %i', async (limit) => {
  const path = fileOf([line(5), line(6), ''])
  const aside = [
    join(folder, 'outbox.1700000000000-1-1.jsonl'),
    join(folder, 'outbox.1700000000001-1-1.jsonl'),
  ]
  writeFileSync(aside[0] ?? '', `${line(1)}\n${line(2)}\n`)
  writeFileSync(aside[1] ?? '', `${line(3)}\n${line(4)}\n`)
  expect(await readAll(path, limit)).toEqual(['+6', '+5', '+4', '+3', '+2', '+1'])
  for (const file of aside) rmSync(file)
})

it('goes on where it was when the file is put aside between two pages', async () => {
  const path = fileOf([line(1), line(2), line(3), ''])
  const first = await readOutboxTail(path, { from: undefined, limit: 1 })
  const aside = join(folder, 'outbox.1700000000000-1-1.jsonl')
  renameSync(path, aside)
  fileOf([line(4), ''])
  const second = await readOutboxTail(path, { from: first.next, limit: 5 })
  expect(second.messages.map(({ to }) => to)).toEqual(['+2', '+1'])
  rmSync(aside)
})
