import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutgoingMessage } from '../../../src/platform/delivery/channel.ts'
import { createOutboxChannel, readOutbox } from '../../../src/platform/delivery/outbox-channel.ts'
import { createManualClock } from '../../fakes.ts'

const { signal } = new AbortController()

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
    expect(await channel.send(message('first\nline "two"'), signal)).toEqual({})
    expect(readFileSync(path, 'utf8')).toBe(
      '{"at":"2026-02-03T04:05:06.007Z","channel":"sms","to":"+15550100",' +
        '"text":"first\\nline \\"two\\"","purpose":"sign-in-code"}\n',
    )
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('takes the rights of others away from a file that is there', async () => {
    appendFileSync(path, '')
    chmodSync(path, 0o644)
    await createOutboxChannel({ path, clock: createManualClock() }).send(message('a'), signal)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('keeps every line whole and in order when several write at once', async () => {
    const channels = [1, 2, 3].map(() => createOutboxChannel({ path, clock: createManualClock() }))
    const long = 'x'.repeat(5_000)
    await Promise.all(
      channels.flatMap((channel, writer) =>
        Array.from({ length: 100 }, (_, n) => channel.send(message(`${writer} ${n} ${long}`), signal)),
      ),
    )
    const texts = (await readOutbox(path)).map(({ text }) => text.split(' '))
    expect(texts).toHaveLength(300)
    for (const writer of ['0', '1', '2']) {
      const order = texts.filter((parts) => parts[0] === writer).map((parts) => Number(parts[1]))
      expect(order).toEqual(Array.from({ length: 100 }, (_, n) => n))
    }
  })

  it('starts a new line after one that a full disk tore', async () => {
    appendFileSync(path, '{"at":"2026-02-03T04:05:06.007Z","chan')
    await createOutboxChannel({ path, clock: createManualClock() }).send(message('after'), signal)
    expect((await readOutbox(path)).map(({ text }) => text)).toEqual(['after'])
  })

  it('says when the file cannot be written, and works again once it can', async () => {
    const missing = join(folder, 'no such folder', 'outbox.jsonl')
    const channel = createOutboxChannel({ path: missing, clock: createManualClock() })
    const results = await Promise.allSettled([
      channel.send(message('a'), signal),
      channel.send(message('b'), signal),
    ])
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    mkdirSync(join(folder, 'no such folder'))
    await channel.send(message('c'), signal)
    expect((await readOutbox(missing)).map(({ text }) => text)).toEqual(['c'])
  })

  it('reads the messages to one recipient, and none where no file is', async () => {
    expect(await readOutbox(path)).toEqual([])
    const channel = createOutboxChannel({ path, clock: createManualClock() })
    await channel.send(message('a', '+15550100'), signal)
    await channel.send(message('b', '+155501009'), signal)
    expect((await readOutbox(path, { to: '+15550100' })).map(({ text }) => text)).toEqual(['a'])
    expect(await readOutbox(path)).toHaveLength(2)
  })
})
