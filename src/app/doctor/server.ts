import { get } from 'node:http'
import { createServer } from 'node:net'
import { membersIn } from '../../kernel/text/json.ts'
import { listenReasons } from '../commands/base/explain.ts'
import { type Finding, fault, good } from '../commands/base/findings.ts'
import type { Config } from '../config/config.ts'

const timeoutMs = 3_000
const anyAddress: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/** Checks that a server answers at the address, or that one could start there. */
export async function checkServer({ http: { host, port } }: Config): Promise<Finding> {
  if (port === 0) return good('server', 'PORT is 0: each start uses a free port')
  const address = `${host} port ${port}`
  const answer = await ask(anyAddress[host] ?? host, port)
  if (answer?.status === 'ready') return good('server', `running at ${address}`)
  if (answer?.status === 'not ready')
    return fault('server', `running at ${address}, but not ready: see its log`)
  if (answer !== undefined) return fault('server', `another program uses ${address}: stop it, or set PORT`)
  const code = await tryToListen(host, port)
  if (code === undefined) return good('server', `not running; ${address} is free`)
  return fault('server', `${address} ${listenReasons[code] ?? `cannot be opened (${code})`}`)
}

/** Returns an object if anything answers, and undefined if nothing does. */
function ask(host: string, port: number): Promise<{ status?: unknown } | undefined> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: '/readyz', timeout: timeoutMs, agent: false }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text = (text + piece).slice(0, 1000)
      })
      response.on('close', () => resolve(membersIn(text)))
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })
}

function tryToListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown cause'))
    probe.listen(port, host, () => probe.close(() => resolve(undefined)))
  })
}
