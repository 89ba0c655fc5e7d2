import { describe, expect, it, type TestContext } from 'vitest'
import { type ServerProcess, startServer, UNCAUGHT } from '../child.ts'
import type { Place } from '../engines.ts'
import { ask, askUntilServed, createHttpClient } from '../http-client.ts'
import { createLedger, type Entry, type Ledger, sendAgain } from '../ledger.ts'
import { expectIntact } from '../oracle.ts'
import { temporaryPlace } from '../place.ts'
import { keepScore } from '../score.ts'
import { createDice } from '../seed.ts'
import { ALWAYS, type Disk, type DiskFault, useDisks } from './disk.ts'
import { expectPutOff } from './refusal.ts'

type Failing = { place: Place; disk: Disk; server: ServerProcess; ledger: Ledger; known: Entry }

describe('a disk that fails', () => {
  const disks = useDisks()
  const score = keepScore(() => 'failing disks on sqlite')
  const client = createHttpClient(20)

  /** A server with one registered key that nobody has asked for yet. */
  async function start(context: TestContext): Promise<Failing> {
    const place = await temporaryPlace('sqlite')
    const disk = disks.create(context, place.dataFolder)
    const server = await startServer(place, { environment: disk.environment })
    const ledger = createLedger(createDice(context.task.name))
    const known = ledger.next()
    expect((await ledger.send(client, server.url, known))?.status).toBe(201)
    expect((await askUntilServed(`${server.url}/issuer/.well-known/jwks.json`))?.status).toBe(200)
    return { place, disk, server, ledger, known }
  }

  function register({ ledger, server }: Failing, count = 20) {
    return Promise.all(Array.from({ length: count }, () => ledger.send(client, server.url, ledger.next())))
  }

  /** The server that failed goes on: what it refused is taken now, and nothing it acknowledged is lost. */
  async function expectRecovery({ ledger, server, place, disk }: Failing): Promise<void> {
    expect(disk.injected()).toBeGreaterThan(0)
    expect(server.isRunning()).toBe(true)
    await sendAgain(ledger, server.url)
    await expectIntact(ledger, { store: place, url: server.url })
    expect((await server.end('SIGTERM')).code).toBe(0)
    expect(server.output()).not.toMatch(UNCAUGHT)
    score.add('writes acknowledged and found', ledger.acknowledged().length)
  }

  const writeFaults: [title: string, fault: DiskFault][] = [
    ['is full', 'full'],
    ['is read-only', 'readOnly'],
    ['cannot write', 'badWrites'],
    ['cannot sync', 'badSyncs'],
  ]

  it.for(writeFaults)('puts writes off while it %s, reads on, and recovers', async ([, fault], context) => {
    const failing = await start(context)
    const { server, disk, known } = failing
    await score.fault(async () => {
      disk.set(fault, ALWAYS)
      for (const reply of await register(failing)) expectPutOff(reply)
      expectPutOff((await register(failing, 1))[0])
      expect((await askUntilServed(`${server.url}/issuer/key/${known.fingerprint}`))?.status).toBe(200)
      expect((await askUntilServed(`${server.url}/issuer/.well-known/jwks.json`))?.status).toBe(200)
      disk.set(fault, 0)
      await expectRecovery(failing)
    })
  })

  it('never acknowledges a write whose sync failed, and reopens', async (context) => {
    const failing = await start(context)
    await score.fault(async () => {
      // The server's own background work may meet one of them.
      failing.disk.set('badSyncs', 3)
      const statuses: (number | undefined)[] = []
      for (let sent = 0; sent < 10; sent++) {
        const [reply] = await register(failing, 1)
        if (reply?.status !== 201) expectPutOff(reply)
        statuses.push(reply?.status)
      }
      expect(statuses).toContain(503)
      expect(statuses.at(-1)).toBe(201)
      await expectRecovery(failing)
    })
  })

  it('recovers when the files could not even be opened again', async (context) => {
    const failing = await start(context)
    await score.fault(async () => {
      failing.disk.set('badSyncs', ALWAYS)
      failing.disk.set('badOpens', ALWAYS)
      for (let attempt = 0; attempt < 3; attempt++) expectPutOff((await register(failing, 1))[0])
      failing.disk.set('badOpens', 0)
      expectPutOff((await register(failing, 1))[0])
      failing.disk.set('badSyncs', 0)
      await expectRecovery(failing)
    })
  })

  it('fails reads that it cannot serve, and serves them afterwards', async (context) => {
    const failing = await start(context)
    // Keys may be in memory; this reads from the disk after each commit.
    const address = `${failing.server.url}/readyz`
    await score.fault(async () => {
      failing.disk.set('badReads', ALWAYS)
      await register(failing, 3)
      expect((await ask('GET', address))?.status).toBe(503)
      failing.disk.set('badReads', 0)
      expect((await askUntilServed(address))?.status).toBe(200)
      await expectRecovery(failing)
    })
  })

  it('stops with exit code 0 while the disk is full', async (context) => {
    const failing = await start(context)
    failing.disk.set('full', ALWAYS)
    await register(failing)
    await score.fault(async () => {
      expect(await failing.server.end('SIGTERM')).toMatchObject({ code: 0 })
      expect(failing.server.output()).not.toMatch(UNCAUGHT)
    })
    failing.disk.set('full', 0)
    const server = await startServer(failing.place)
    await sendAgain(failing.ledger, server.url)
    await expectIntact(failing.ledger, { store: failing.place, url: server.url })
    await server.end('SIGTERM')
  })

  it('makes one write of a slow one that its client sends again', async (context) => {
    const failing = await start(context)
    const { ledger, server, disk } = failing
    await score.fault(async () => {
      disk.set('syncUs', 300_000)
      const entry = ledger.next()
      const [first, ...others] = await Promise.all(
        Array.from({ length: 5 }, () => ledger.send(client, server.url, entry)),
      )
      expect([first, ...others].map((reply) => reply?.status).sort()).toEqual([201, 409, 409, 409, 409])
      disk.set('syncUs', 0)
      await expectIntact(ledger, { store: failing.place, url: server.url })
      expect((await server.end('SIGTERM')).code).toBe(0)
    })
  })
})
