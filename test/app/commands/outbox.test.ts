import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lanyardHere, lanyardHereJson, lanyardJson } from './program.ts'

const messages = [
  {
    at: '2026-01-01T00:00:00.000Z',
    channel: 'sms',
    to: '+15550100',
    text: 'Your code is 123456',
    purpose: 'login',
  },
  {
    at: '2026-01-01T00:00:01.000Z',
    channel: 'email',
    to: 'a@example.com',
    text: 'Hello\n\u001b[31mAda',
    purpose: 'verify',
  },
]

describe('lanyard outbox', () => {
  const dataFolder = mkdtempSync(join(tmpdir(), 'lanyard-outbox-'))
  const store = { engine: 'sqlite', databaseUrl: undefined, dataFolder } as const
  afterAll(() => rmSync(dataFolder, { recursive: true, force: true }))

  it('has no messages before the first one', async () => {
    expect(await lanyardHereJson(store, ['outbox'])).toEqual({ messages: [] })
    expect(await lanyardHere(store, ['outbox'])).toMatchObject({
      status: 0,
      stdout: 'The outbox is empty.\n',
    })
  })

  describe('with messages', () => {
    beforeAll(() => {
      const lines = messages.map((message) => `${JSON.stringify(message)}\n`)
      writeFileSync(join(dataFolder, 'outbox.jsonl'), lines.join(''), { mode: 0o600 })
    })

    it('prints them, oldest first', async () => {
      expect(await lanyardJson(store, ['outbox'])).toEqual({ messages })
    })

    it('prints those to one recipient', async () => {
      expect(await lanyardHereJson(store, ['outbox', '--to', '+15550100'])).toEqual({
        messages: [messages[0]],
      })
    })

    it('prints them for people, without control codes', async () => {
      const { stdout } = await lanyardHere(store, ['outbox'])
      expect(stdout).toBe(
        '2026-01-01T00:00:00.000Z sms to +15550100 (login)\nYour code is 123456\n\n' +
          '2026-01-01T00:00:01.000Z email to a@example.com (verify)\nHello\n?[31mAda\n',
      )
    })
  })
})
