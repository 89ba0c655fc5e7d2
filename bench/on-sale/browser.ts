import { setTimeout as sleep } from 'node:timers/promises'
import type { Reply } from '../load/exchange.ts'
import { BrokenConnection, Connection } from './connection.ts'
import type { Servers } from './servers.ts'
import type { Step, Tally } from './tally.ts'

type Network = { readonly servers: Servers; readonly tally: Tally }
type Asked = { readonly request: Buffer; readonly expected: readonly number[] }

const RELOAD_MS = 250
const LONGEST_MS = 600_000

/**
 * A buyer's browser, with its own connection. Who cannot reach the server, or is asked to wait, tries again until
 * there is an answer; where there are several servers, at the next one if a connection broke.
 */
export class Browser {
  readonly #network: Network
  #at: number
  #connection: Connection | undefined

  constructor(network: Network, server: number) {
    this.#network = network
    this.#at = server
  }

  async ask(step: Step, { request, expected }: Asked): Promise<Reply> {
    const { tally } = this.#network
    const startedAt = performance.now()
    for (;;) {
      const sentAt = performance.now()
      const reply = await this.#try(step, request)
      const now = performance.now()
      if (reply !== undefined && expected.includes(reply.status)) {
        tally.add(step, { tryMs: now - sentAt, waitedMs: now - startedAt })
        return reply
      }
      if (reply !== undefined && reply.status !== 503) throw unexpected(step, reply)
      if (now - startedAt > LONGEST_MS) throw new Error(`${step}: no answer in ${LONGEST_MS / 1_000} s`)
      tally.retries[reply === undefined ? 'broken' : 'busy'] += 1
      await sleep(reply === undefined ? RELOAD_MS : retryAfterMs(reply))
    }
  }

  close(): void {
    this.#connection?.close()
  }

  /** Undefined if the server cannot be reached because it was killed. */
  async #try(step: Step, request: Buffer): Promise<Reply | undefined> {
    const { servers } = this.#network
    const { ports } = servers
    const port = ports[this.#at % ports.length] ?? 0
    try {
      this.#connection ??= await Connection.open(port)
      const reply = await this.#connection.ask(request)
      servers.noteAnswer(port, this.#connection.openedAt)
      return reply
    } catch (error) {
      this.#connection = undefined
      this.#at += 1
      if (error instanceof BrokenConnection && servers.mayBreak(port)) return undefined
      const cause = error instanceof Error ? error.message : String(error)
      throw new Error(`${step}: a connection failed although no server was killed: ${cause}`)
    }
  }
}

function unexpected(step: Step, { status, head, body }: Reply): Error {
  return new Error(`${step} was answered with ${status}:\n${head}\n${body.toString().slice(-2_000)}`)
}

/** RFC 9110 §10.2.3. */
function retryAfterMs({ head }: Reply): number {
  return Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 1) * 1_000
}
