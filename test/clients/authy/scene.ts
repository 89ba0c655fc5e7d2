import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { RunningApp } from '../../harness.ts'
import { clientOf, newClient } from '../../twofactor/client.ts'
import { enrolmentCode, newDevice, type UserDevice } from '../../twofactor/device.ts'

export const settings = { LANYARD_TWOFACTOR_ALIAS: 'authy', LANYARD_OUTBOUND_ALLOW: '127.0.0.1' }

/** What a foreign client is given: the base address and a key. */
export async function newAccount(
  running: RunningApp,
  callback?: string,
): Promise<{ host: string; key: string }> {
  const given = callback === undefined ? {} : { settings: { callback } }
  const { key } = await newClient(running, { name: 'Shop', ...given })
  return { host: `${running.url}/twofactor`, key }
}

/** The user takes their phone out. */
export async function giveDevice(running: RunningApp, key: string, id: number): Promise<UserDevice> {
  const device = newDevice(running)
  await device.enrol(await enrolmentCode(clientOf(running.url, key), id))
  return device
}

export type Received = {
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: Record<string, unknown>
}

/** An application's own server. */
export async function startReceiver(): Promise<{ url: string; received: Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '', headers } = request
      const text = Buffer.concat(chunks).toString()
      received.push({ method, url, headers, body: text === '' ? {} : JSON.parse(text) })
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`, received }
}
