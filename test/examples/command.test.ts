import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'
import { createReader } from '../guide/reader.ts'
import { findFreePort } from './free-port.ts'

describe('npm run example', () => {
  const reader = createReader()
  afterAll(() => reader.close())
  const command = `exec node '${join(root, 'scripts', 'example.js')}'`

  it('starts Lanyard and the example, and ends both', async () => {
    const port = String(await findFreePort())
    const settings = { PORT: port, EXAMPLE_PORT: '0' }
    const terminal = reader.start(command, settings)
    const [, url = ''] = await terminal.shows(/^Little Bank is running at (\S+)\. /m)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/sign-in`, { method: 'POST', headers, body: '{}' })
    expect(await answer.json()).toMatchObject({ number: expect.stringMatching(/^\d\d$/) })
    await terminal.stop()
    await expect.poll(() => fetch(`http://localhost:${port}/readyz`).catch(() => 'gone')).toBe('gone')
  })

  it('names a port that is taken', async () => {
    const taken = createServer()
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => resolve((taken.address() as { port: number }).port))
    })
    const settings = { PORT: String(await findFreePort()), EXAMPLE_PORT: String(port) }
    const terminal = reader.start(command, settings)
    expect(await terminal.ended).toBe(1)
    expect(terminal.stderr()).toContain(`Port ${port} is in use`)
    taken.close()
  })
})
