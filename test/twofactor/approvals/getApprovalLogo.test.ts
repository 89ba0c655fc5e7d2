import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { newClient, send, type TwofactorClient } from '../client.ts'
import { askApproval, newUserWithDevice, type UserDevice } from '../device.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const pictures: Readonly<Record<string, { status?: number; type: string; body: Buffer | string }>> = {
  '/logo.png': { type: 'text/html', body: png },
  '/photo.jpg': { type: 'image/jpeg', body: Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]) },
  '/page.png': { type: 'image/png', body: '<script>alert(1)</script>' },
  '/drawing.svg': { type: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  '/huge.png': { type: 'image/png', body: Buffer.concat([png, Buffer.alloc(300_000)]) },
  '/moved.png': { status: 302, type: 'image/png', body: png },
}

onEachApp(
  'getApprovalLogo',
  (running) => {
    let host: Server
    let origin: string
    let client: TwofactorClient
    let id: number
    let device: UserDevice
    const asked: string[] = []
    beforeAll(async () => {
      host = createServer((request, response) => {
        asked.push(request.url ?? '')
        const {
          status = 200,
          type,
          body,
        } = pictures[request.url ?? ''] ?? { status: 404, type: '', body: '' }
        response.writeHead(status, { 'content-type': type, location: '/logo.png' }).end(body)
      }).listen(0, '127.0.0.1')
      await once(host, 'listening')
      origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`
      client = await newClient(running())
      ;({ id, device } = await newUserWithDevice(running(), client))
    })
    afterAll(() => void host.close())
    const ask = async (paths: readonly string[]) => {
      const logos = paths.map((path) => ({
        res: 'default',
        url: path.startsWith('/') ? origin + path : path,
      }))
      return (await askApproval(client, id, { message: 'Log in?', logos })).uuid
    }
    const read = (uuid: string, index: number | string = 0) =>
      fetch(`${running().url}/twofactor/device/approvals/${uuid}/logos/${index}`)

    it('gives the picture that the host has, by what it is, and asks the host once', async () => {
      const uuid = await ask(['/photo.jpg', '/logo.png'])
      const answer = await read(uuid, 1)
      expect(answer.status).toBe(200)
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(png)
      expect(answer.headers.get('content-type')).toBe('image/png')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('cache-control')).toBe('private, max-age=3600')
      expect((await read(uuid, 0)).headers.get('content-type')).toBe('image/jpeg')
      await Promise.all(Array.from({ length: 5 }, () => read(uuid, 1)))
      expect(asked.filter((path) => path === '/logo.png')).toHaveLength(1)
      running().clock.advance(3_600_001)
      const later = await ask(['/logo.png'])
      expect((await read(later)).status).toBe(200)
      expect(asked.filter((path) => path === '/logo.png')).toHaveLength(2)
      await device.answer(later, { status: 'approved' })
      await device.answer(uuid, { status: 'approved' })
    })

    it.each([
      '/page.png',
      '/drawing.svg',
      '/huge.png',
      '/moved.png',
      '/none.png',
      'http://10.0.0.1/logo.png',
    ])('gives nothing for %s', async (path) => {
      const uuid = await ask([path])
      const answer = await read(uuid)
      expect([answer.status, await answer.json()]).toEqual([
        404,
        {
          error_code: '60049',
          message: 'This logo cannot be had',
          errors: { message: 'This logo cannot be had' },
          success: false,
        },
      ])
      await device.answer(uuid, { status: 'approved' })
    })

    it('ends with the approval, and knows no others', async () => {
      const uuid = await ask(['/logo.png'])
      expect((await read(uuid, 1)).status).toBe(404)
      for (const wrong of ['-1', '10', 'x', '0.5']) expect((await read(uuid, wrong)).status).toBe(400)
      expect((await read('00000000-0000-4000-8000-000000000000')).status).toBe(404)
      expect((await read(uuid)).status).toBe(200)
      expect((await device.answer(uuid, { status: 'approved' })).status).toBe(200)
      expect((await read(uuid)).status).toBe(404)
      expect((await send(`${running().url}/twofactor/device/approvals/${uuid}/logos/0`, 'POST')).status).toBe(
        405,
      )
    })
  },
  { settings: { LANYARD_OUTBOUND_ALLOW: '127.0.0.1', LANYARD_RATE: 'off' } },
)
