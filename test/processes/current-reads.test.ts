import { afterAll, beforeAll, expect, it } from 'vitest'

import { lanyardJson } from '../app/commands/program.ts'
import { type ServerProcess, startServer } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { createManualClock } from '../fakes.ts'
import { newDevice, registration } from '../issuer/device.ts'
import { clientOf } from '../twofactor/client.ts'
import { askApproval, enrolmentCode, newDevice as newUserDevice, SERVICE_URL } from '../twofactor/device.ts'

const ROUNDS = 5
/** Each on a connection of its own, so that every process answers some. */
const ASKED = 12

onEachEngine('what one process has answered', (place) => {
  const servers: ServerProcess[] = []
  const urlAt = (index: number) => servers[index % servers.length]?.url ?? ''
  beforeAll(async () => {
    // SQLite is served by two processes of one server; on PostgreSQL two servers are two machines.
    const isFile = place().engine === 'sqlite'
    const settings = { LANYARD_PROCESSES: isFile ? '2' : '1', LANYARD_TWOFACTOR_URL: SERVICE_URL }
    for (let count = isFile ? 1 : 2; count > 0; count -= 1)
      servers.push(await startServer(place(), { settings }))
  })
  afterAll(async () => {
    for (const server of servers) expect((await server.end('SIGTERM')).code).toBe(0)
  })

  function send(path: string, init: RequestInit = {}, index = 0): Promise<Response> {
    const headers = { ...init.headers, connection: 'close' }
    return fetch(`${urlAt(index)}${path}`, { ...init, headers })
  }

  /** The distinct answers of all processes, a few at once. */
  async function askAll<T>(
    path: string,
    read: (response: Response) => Promise<T>,
    headers = {},
  ): Promise<T[]> {
    const asked = Array.from({ length: ASKED }, async (_, n) => read(await send(path, { headers }, n)))
    return [...new Set(await Promise.all(asked))]
  }
  const statusOf = async (response: Response) => response.status

  it('is what the others say next: a revoked key', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const device = newDevice()
      const body = registration(device, { claims: { iat: Math.floor(Date.now() / 1000) } })
      const headers = { 'content-type': 'application/jwt' }
      const made = await send('/issuer/key', { method: 'POST', body, headers })
      const { secret } = (await made.json()) as { secret: string }
      const path = `/issuer/key/${device.fingerprint}`
      expect(await askAll(path, statusOf)).toEqual([200])
      expect((await send(`${path}?secret=${secret}`, { method: 'DELETE' })).status).toBe(200)
      expect(await askAll(path, statusOf)).toEqual([410])
    }
  })

  it('is what the others say next: a job that has ended', async () => {
    const readStatus = async (response: Response) => ((await response.json()) as { status: string }).status
    for (let round = 0; round < ROUNDS; round += 1) {
      const headers = { 'content-type': 'application/json' }
      const made = await send('/issuer/scope', { method: 'POST', body: '{"scope":"name"}', headers })
      const { job } = (await made.json()) as { job: string }
      const path = `/issuer/scope/${job}`
      expect(await askAll(path, readStatus)).toEqual(['outstanding'])
      expect((await send(path, { method: 'DELETE' })).status).toBe(200)
      expect(await askAll(path, readStatus)).toEqual(['cancelled'])
    }
  })

  it('is what the others say next: an approval whose user is removed', async () => {
    const { key } = await lanyardJson<{ key: string }>(place(), [
      ...['key', 'create', '--service', 'twofactor', '--name', 'x'],
    ])
    const client = clientOf(urlAt(0), key)
    const url = urlAt(0)
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await client.enrol()
      const device = newUserDevice({ url, clock: createManualClock(Date.now()) })
      expect((await device.enrol(await enrolmentCode(client, id))).status).toBe(200)
      const { uuid } = await askApproval(client, id)
      const path = `/twofactor/onetouch/json/approval_requests/${uuid}`
      const headers = { 'x-twofactor-api-key': key }
      expect(await askAll(path, statusOf, headers)).toEqual([200])
      await client.post(`/protected/json/users/${id}/remove`)
      expect(await askAll(path, statusOf, headers)).toEqual([404])
    }
  })
})
