import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { type ServerProcess, startServer, UNCAUGHT } from '../child.ts'
import { onEachEngine } from '../engines.ts'
import { ask, createHttpClient } from '../http-client.ts'
import { Wire, type WireAnswer } from '../kernel/http/wire.ts'
import { createLedger, type Entry, type Ledger, sendAgain } from '../ledger.ts'
import { expectIntact } from '../oracle.ts'
import { useProgram } from '../programs.ts'
import { keepScore } from '../score.ts'
import { createDice, scaled } from '../seed.ts'

/** What the server lets in at once: its own limit in a long run. */
const LIMIT = scaled(50, 4_000)
const PIPELINED = 100
const CONNECTIONS = Math.max(20, (10 * LIMIT) / PIPELINED)
const MOST_MEMORY_MB = 600

onEachEngine('ten times the load that the server lets in', (place) => {
  const limited = useProgram('test/faults/careless-server.ts')
  const score = keepScore(() => `overload on ${place().engine}`)

  it('is put off with the time to wait, and over when the load is', async () => {
    const server = await startServer(place(), { script: [limited(), `--max-in-flight=${LIMIT}`] })
    const ledger = createLedger(createDice(`overload ${place().engine}`))
    await score.fault(async () => {
      const flood = pourAll(server, ledger)
      expect((await ask('GET', `${server.url}/healthz`))?.status).toBe(200)
      const answers = await flood
      const putOff = answers.filter(isShed)
      expect(putOff.length).toBeGreaterThan(0)
      for (const { headers, body } of putOff) {
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
        expect(body).toContain('/issuer/errors/busy')
      }
      await expectNormal(server, ledger)
      score.add('requests', answers.length)
      score.add('put off', putOff.length)
    })
    await sendAgain(ledger, server.url)
    await expectIntact(ledger, { store: place(), url: server.url })
    score.add('writes acknowledged and found', ledger.acknowledged().length)
    expect(await server.end('SIGTERM')).toMatchObject({ code: 0 })
    expect(server.output()).not.toMatch(UNCAUGHT)
  })

  it('is taken whole where there is no limit (the control)', async () => {
    const script = [limited(), '--max-in-flight=1000000', '--max-lag-ms=1000000']
    const server = await startServer(place(), { script })
    const answers = await pourAll(server, createLedger(createDice(`no limit ${place().engine}`)))
    expect(answers.filter(isShed)).toEqual([])
    await server.end('SIGTERM')
  })
})

/** Put off by the server itself; a full pool of connections to PostgreSQL puts off in other words. */
function isShed({ status, body }: WireAnswer): boolean {
  return status === 503 && body.includes('too many requests at once')
}

async function pourAll({ url }: ServerProcess, ledger: Ledger): Promise<readonly WireAnswer[]> {
  const answers = await Promise.all(Array.from({ length: CONNECTIONS }, () => pour(url, ledger.next())))
  expect(answers.flat()).toHaveLength(CONNECTIONS * PIPELINED)
  const statuses = new Set(answers.flat().map(({ status }) => status))
  expect([201, 409, 503]).toEqual(expect.arrayContaining([...statuses]))
  return answers.flat()
}

/** Sends one registration many times over, without waiting for an answer. */
async function pour(url: string, entry: Entry): Promise<readonly WireAnswer[]> {
  const wire = new Wire(url)
  const request = `POST /issuer/key HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${entry.token.length}\r\n\r\n${entry.token}`
  await wire.send(request.repeat(PIPELINED))
  const answers = await wire.answers(PIPELINED)
  entry.answers.push(...answers.map(({ status }) => status))
  wire.leave()
  return answers
}

async function expectNormal(server: ServerProcess, ledger: Ledger): Promise<void> {
  expect(server.isRunning()).toBe(true)
  if (process.platform === 'linux') expect(memoryMb(server.pid)).toBeLessThan(MOST_MEMORY_MB)
  const client = createHttpClient(20)
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => ledger.send(client, server.url, ledger.next())),
  )
  for (const reply of replies) expect(reply).toMatchObject({ status: 201 })
  client.close()
}

/** proc(5): VmRSS is in kB. */
function memoryMb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
