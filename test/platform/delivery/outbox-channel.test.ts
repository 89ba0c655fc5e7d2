import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '../../../src/platform/delivery/channel.ts'
import { createOutboxChannel, readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { createManualClock } from '../../fakes.ts'

const DAY_MS = 24 * 3_600_000
const run = new AbortController()

function message(text: string, to = '+15550100'): OutgoingMessage {
  return { id: text, channel: 'sms', to, text, purpose: 'sign-in-code' }
}

describe('the outbox channel', () => {
  let folder: string
  let path: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lanyard-outbox-'))
  })
  beforeEach(() => {
    path = join(mkdtempSync(join(folder, 'case-')), 'outbox.jsonl')
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('writes a line a message, with exactly the members of the contract, for the owner only', async () => {
    const clock = createManualClock(Date.UTC(2026, 1, 3, 4, 5, 6, 7))
    const channel = createOutboxChannel({ path, clock })
    expect(await channel.send(message('first\nline "two"'), run)).toEqual({})
    expect(readFileSync(path, 'utf8')).toBe(
      '{"at":"2026-02-03T04:05:06.007Z","channel":"sms","to":"+15550100",' +
        '"text":"first\\nline \\"two\\"","purpose":"sign-in-code"}\n',
    )
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('takes the rights of others away from a file that is there', async () => {
    appendFileSync(path, '')
    chmodSync(path, 0o644)
    await createOutboxChannel({ path, clock: createManualClock() }).send(message('a'), run)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps every line whole and in order when several write at once', async () => {
    const channels = [1, 2, 3].map(() => createOutboxChannel({ path, clock: createManualClock() }))
    const long = 'x'.repeat(5_000)
    await Promise.all(
      channels.flatMap((channel, writer) =>
        Array.from({ length: 100 }, (_, n) => channel.send(message(`${writer} ${n} ${long}`), run)),
      ),
    )
    const texts = (await readOutbox(path)).map(({ text }) => text.split(' '))
    expect(texts).toHaveLength(300)
    for (const writer of ['0', '1', '2']) {
      const order = texts.filter((parts) => parts[0] === writer).map((parts) => Number(parts[1]))
      expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n))
    }
  })

  it('puts a file aside after a week or eight megabytes, and deletes it a month later', async () => {
    const clock = createManualClock(Date.UTC(2026, 1, 3))
    const folderOf = () => readdirSync(dirname(path)).sort()
    const send = (text: string) => createOutboxChannel({ path, clock }).send(message(text), run)
    const texts = async () => (await readOutbox(path)).map(({ text }) => text.slice(0, 9))
    await send('first')
    clock.advance(7 * DAY_MS)
    await send('same file')
    expect(folderOf()).toEqual(['outbox.jsonl'])
    clock.advance(1)
    await send('x'.repeat(8 * 1_048_576))
    expect(folderOf()).toHaveLength(2)
    await send('last')
    expect(folderOf()).toHaveLength(3)
    for (const name of folderOf()) expect(statSync(join(dirname(path), name)).mode & 0o777).toBe(0o600)
    expect(await texts()).toEqual(['first', 'same file', 'xxxxxxxxx', 'last'])
    clock.advance(30 * DAY_MS + 1)
    await send('later')
    expect(await texts()).toEqual(['last', 'later'])
  })

  it('keeps eight files that were put aside, and loses no line of those who rotate at once', async () => {
    const clock = createManualClock(Date.UTC(2026, 1, 3))
    for (let week = 0; week < 12; week++) {
      const channels = [1, 2, 3].map(() => createOutboxChannel({ path, clock }))
      await Promise.all(channels.map((channel, n) => channel.send(message(`${week} ${n}`), run)))
      expect((await readOutbox(path)).filter(({ text }) => text.startsWith(`${week} `))).toHaveLength(3)
      clock.advance(3.5 * DAY_MS + 1)
    }
    for (let n = 0; n < 12; n++) {
      clock.advance(1)
      appendFileSync(path, 'x'.repeat(8 * 1_048_576))
      await createOutboxChannel({ path, clock }).send(message('y'), run)
    }
    expect(readdirSync(dirname(path))).toHaveLength(9)
  })

  it('starts a new line after one that a full disk tore', async () => {
    appendFileSync(path, '{"at":"2026-02-03T04:05:06.007Z","chan')
    await createOutboxChannel({ path, clock: createManualClock() }).send(message('after'), run)
    expect((await readOutbox(path)).map(({ text }) => text)).toEqual(['after'])
  })

  it('says when the file cannot be written, and works again once it can', async () => {
    const missing = join(folder, 'no such folder', 'outbox.jsonl')
    const channel = createOutboxChannel({ path: missing, clock: createManualClock() })
    const results = await Promise.allSettled([
      channel.send(message('a'), run),
      channel.send(message('b'), run),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    mkdirSync(join(folder, 'no such folder'))
    await channel.send(message('c'), run)
    expect((await readOutbox(missing)).map(({ text }) => text)).toEqual(['c'])
  })

  it('reads the messages to one recipient, and none where no file is', async () => {
    expect(await readOutbox(path)).toEqual([])
    const channel = createOutboxChannel({ path, clock: createManualClock() })
    await channel.send(message('a', '+15550100'), run)
    await channel.send(message('b', '+155501009'), run)
    expect((await readOutbox(path, { to: '+15550100' })).map(({ text }) => text)).toEqual(['a'])
    expect(await readOutbox(path)).toHaveLength(2)
  })
})
