import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../child.ts'
import { createPlace } from '../../engines.ts'
import { temporaryPlace } from '../../place.ts'
import { expectRefused, lanyard } from './program.ts'

describe('lanyard serve', () => {
  it('refuses a data folder that another server serves from, and takes it once that one is gone', async () => {
    const place = await temporaryPlace('sqlite')
    const first = await startServer(place)
    expectRefused(
      await lanyard(place, ['serve']),
      /another Lanyard server is using .*: stop it, or set LANYARD_DATA/,
    )
    expect(first.isRunning()).toBe(true)
    await first.end('SIGTERM')
    const second = await startServer(place)
    expect(await second.end('SIGTERM')).toMatchObject({ code: 0 })
  })

  it('leaves no lock when it is killed', async () => {
    const place = await temporaryPlace('sqlite')
    const first = await startServer(place)
    await first.end('SIGKILL')
    const second = await startServer(place)
    await second.end('SIGTERM')
  })

  it.each([
    ['PORT', 'many', /PORT: "many" is not a whole number/],
    ['LANYARD_SECRET', 'short', /LANYARD_SECRET: the value is not the base64url of 32 bytes/],
    ['LANYARD_SERVICES', 'issuer,bakery', /LANYARD_SERVICES: .*"bakery"/],
    ['LANYARD_PROT', '1', /LANYARD_PROT: there is no such setting/],
    ['DATABASE_URL', 'mysql://localhost/x', /DATABASE_URL: /],
  ])('stops with one line that names %s', async (name, value, line) => {
    const place = await temporaryPlace('sqlite')
    expectRefused(await lanyard(place, ['serve'], { [name]: value }), line)
  })

  it('stops with one line where its port is taken, or its address is elsewhere', async () => {
    const place = await temporaryPlace('sqlite')
    const other = createServer()
    onTestFinished(() => void other.close())
    const port = await new Promise<number>((resolve) =>
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port)),
    )
    const outcome = await lanyard(place, ['serve'], { PORT: String(port), LOG_LEVEL: 'silent' })
    expectRefused(outcome, new RegExp(`PORT: 127.0.0.1 port ${port} is used by another program`))
    const elsewhere = await lanyard(place, ['serve'], { HOST: '192.0.2.1', LOG_LEVEL: 'silent' })
    expectRefused(elsewhere, /HOST: 192\.0\.2\.1 is not an address of this machine: set HOST/)
  })

  it('stops with one line where PostgreSQL refuses the address, or nothing is there', async () => {
    const place = await createPlace('postgres')
    onTestFinished(() => place.remove())
    const url = new URL(place.databaseUrl ?? '')
    url.pathname = '/nowhere'
    const outcome = await lanyard({ ...place, databaseUrl: url.href }, ['serve'], { LOG_LEVEL: 'silent' })
    expectRefused(outcome, /DATABASE_URL: PostgreSQL refuses it: database "nowhere" does not exist/)
    const gone = await lanyard({ ...place, databaseUrl: 'postgres://x@127.0.0.1:1/x' }, ['serve'])
    expectRefused(gone, /DATABASE_URL: the database cannot be reached now \(ECONNREFUSED\)/)
  })

  it.runIf(process.platform === 'linux')('takes less than 130 MB when idle', async () => {
    const place = await temporaryPlace('sqlite')
    const server = await startServer(place)
    const kilobytes = Number(
      /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1],
    )
    await server.end('SIGTERM')
    expect(kilobytes).toBeGreaterThan(10_000)
    expect(kilobytes).toBeLessThan(130_000)
  })
})
