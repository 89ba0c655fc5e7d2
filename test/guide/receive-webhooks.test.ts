import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { expect, it, onTestFinished } from 'vitest'
import { root } from '../../scripts/setup.js'
import { webhookEvents } from '../../src/platform/webhooks/endpoints.ts'
import { track } from '../started.ts'

const text = readFileSync(join(root, 'docs', 'guide', 'receive-webhooks.md'), 'utf8')

it.each(Object.entries(webhookEvents))('names the events of %s', (service, events) => {
  const row = text.split('\n').find((line) => line.startsWith(`| \`${service}\``)) ?? ''
  let noun = ''
  const named = [...row.matchAll(/`([a-z]*)(\.[a-z_-]+)`/g)].map(([, first, verb]) => {
    noun = first || noun
    return noun + verb
  })
  expect(named.sort()).toEqual([...events].sort())
})

it('shows a receiver that believes what is signed, and nothing else', async () => {
  const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
  const program = (/```js\n(.*?)```/s.exec(text)?.[1] ?? '').replace(
    'listen(8080)',
    "listen(0, '127.0.0.1', function () { process.send(this.address().port) })",
  )
  const receiver = track(
    spawn(process.execPath, ['--input-type=module', '-e', program], {
      cwd: root,
      env: { ...process.env, WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    }),
  )
  onTestFinished(() => void receiver.kill())
  const [port] = await once(receiver, 'message')
  const body = JSON.stringify({ type: 'registration.created', timestamp: new Date(), data: { name: 'Zoë' } })
  const now = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  }
  const send = async (text: string) =>
    (await fetch(`http://127.0.0.1:${port}/hooks`, { method: 'POST', headers, body: text })).status
  expect(await send(body)).toBe(204)
  expect(await send(body.replace('Zoë', 'Eve'))).toBe(401)
})
