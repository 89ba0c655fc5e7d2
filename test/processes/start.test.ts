import { readdirSync, readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { runCommand, startServer } from '../child.ts'
import { temporaryPlace } from '../place.ts'

describe('a start', () => {
  it('without settings is safe: loopback alone, and files that are their user’s alone', async () => {
    const place = await temporaryPlace('sqlite')
    const server = await startServer(place)
    const port = Number(new URL(server.url).port)
    if (process.platform === 'linux') expect(listAddresses(port)).toEqual(['0100007F'])
    for (const name of readdirSync(place.dataFolder))
      expect([name, statSync(join(place.dataFolder, name)).mode & 0o077]).toEqual([name, 0])
    expect(readFileSync(join(place.dataFolder, 'secret'), 'utf8')).toMatch(/^[\w-]{43}\n$/)
    await server.end('SIGTERM')
  })

  it('of several processes on a port that is taken fails with one line', async () => {
    const place = await temporaryPlace('sqlite')
    const port = await takePort()
    const settings = { PORT: String(port), LANYARD_PROCESSES: '3', LOG_LEVEL: 'error' }
    const { code, output } = await runCommand(place, ['serve'], settings)
    expect(code).toBe(1)
    expect(output).toMatch(new RegExp(`^lanyard: [^\\n]*${port}[^\\n]*\\n$`))
  })

  it('of several processes with another root key fails with one line', async () => {
    const place = await temporaryPlace('sqlite')
    await (await startServer(place)).end('SIGTERM')
    const settings = {
      PORT: '0',
      LANYARD_PROCESSES: '3',
      LANYARD_SECRET: Buffer.alloc(32, 7).toString('base64url'),
      LOG_LEVEL: 'error',
    }
    const { code, output } = await runCommand(place, ['serve'], settings)
    expect(code).toBe(1)
    expect(output).toMatch(/^lanyard: LANYARD_SECRET: [^\n]*\n$/)
  })
})

/** proc(5): the second field is the local address, the fourth the state, 0A for one that listens. */
function listAddresses(port: number): string[] {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((path) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter(([, local, , state]) => local?.endsWith(`:${hex}`) && state === '0A')
      .map(([, local = '']) => local.slice(0, -5)),
  )
}

async function takePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
