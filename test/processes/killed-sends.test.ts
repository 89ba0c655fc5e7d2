import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { createApiKey } from '../app/commands/program.ts'
import { startServer } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { json, type Received, silence, startProvider } from '../platform/delivery/gateways/provider.ts'
import { within } from '../speed.ts'
import { patientClient } from './twofactor-peer.ts'

const USERS = 40

const idOf = ({ text }: Received): string => (JSON.parse(text) as { id: string }).id

onEachEngine('messages of a server that is killed before they left', (place) => {
  it('leave from the next one, each under its own id, also those that it held in memory', async () => {
    const gateway = await startProvider()
    onTestFinished(() => gateway.close())
    gateway.answerWith(silence)
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const settings = {
      LANYARD_SMS: `webhook+http://127.0.0.1:${gateway.port}/sms?secret=${encodeURIComponent(secret)}`,
      LANYARD_OUTBOUND_ALLOW: '127.0.0.1',
      LANYARD_RATE: 'off',
    }
    const first = await startServer(place(), { settings })
    const client = patientClient(first.url, await createApiKey(place(), 'twofactor', { settings }))
    const users = await Promise.all(Array.from({ length: USERS }, () => client.enrol()))
    const answers = await Promise.all(users.map((id) => client.get(`/protected/json/sms/${id}`)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    await expect.poll(() => gateway.taken.length).toBeGreaterThan(1)
    await first.end('SIGKILL')

    const asked = new Set(gateway.taken.map(idOf))
    expect(asked.size).toBeLessThan(USERS)
    gateway.taken.length = 0
    gateway.answerWith(json(200, {}))
    const second = await startServer(place(), { settings })
    const carried = () => new Set(gateway.taken.map(idOf))
    // A lease of ten seconds, the sweep behind it, and for jobs that were claimed half a minute.
    await expect.poll(() => carried().size, { timeout: within(90_000), interval: 250 }).toBe(USERS)
    expect([...asked].filter((id) => !carried().has(id))).toEqual([])
    expect(new Set(gateway.taken.map(({ text }) => (JSON.parse(text) as { to: string }).to)).size).toBe(USERS)
    await second.end('SIGTERM')
    expect(gateway.taken).toHaveLength(USERS)
  })
})
