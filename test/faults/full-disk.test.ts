import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, type TestContext } from 'vitest'
import { type Store, startServer } from '../child.ts'
import { askUntilServed, createHttpClient } from '../http-client.ts'
import { createLedger, sendAgain } from '../ledger.ts'
import { expectIntact } from '../oracle.ts'
import { keepScore } from '../score.ts'
import { createDice } from '../seed.ts'
import { expectPutOff } from './refusal.ts'

describe('a file system without space', () => {
  const score = keepScore(() => 'a full file system on sqlite')

  it('puts writes off, reads on, and goes on when there is space again', async (context) => {
    const store = mountSmall(context)
    const server = await startServer(store)
    const ledger = createLedger(createDice('full file system'))
    const client = createHttpClient(1)
    const known = ledger.next()
    expect((await ledger.send(client, server.url, known))?.status).toBe(201)
    await score.fault(async () => {
      const filler = fill(store.dataFolder)
      // What the log has space for is still taken.
      let reply = await ledger.send(client, server.url, ledger.next())
      for (let sent = 0; sent < 500 && reply?.status === 201; sent++)
        reply = await ledger.send(client, server.url, ledger.next())
      expectPutOff(reply)
      expect((await askUntilServed(`${server.url}/issuer/key/${known.fingerprint}`))?.status).toBe(200)
      rmSync(filler)
      await sendAgain(ledger, server.url)
      await expectIntact(ledger, { store, url: server.url })
      expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
    })
    score.add('writes acknowledged and found', ledger.acknowledged().length)
    client.close()
  })
})

function mountSmall(context: TestContext): Store {
  const dataFolder = mkdtempSync(join(tmpdir(), 'lanyard-small-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dataFolder])
  onTestFinished(() => {
    if (status === 0) spawnSync('umount', ['-l', dataFolder])
    rmSync(dataFolder, { recursive: true, force: true })
  })
  context.skip(status !== 0, 'a file system of its own needs the right to mount one')
  return { engine: 'sqlite', databaseUrl: undefined, dataFolder }
}

function fill(folder: string): string {
  const path = join(folder, 'filler')
  const fd = openSync(path, 'w')
  try {
    for (;;) writeSync(fd, Buffer.alloc(4_096))
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' })
    return path
  } finally {
    closeSync(fd)
  }
}
