import { connect, type Socket } from 'node:net'
import { readAnswer } from '../load/answer.ts'
import type { Reply } from '../load/exchange.ts'

/** The server refused or ended a connection: what a browser shows as "this site can't be reached". */
export class BrokenConnection extends Error {
  override readonly name = 'BrokenConnection'
}

type Waiting = { resolve(reply: Reply): void; reject(error: Error): void }

const LONGEST_MS = 60_000

/** A kept-alive connection with one request under way at a time. */
export class Connection {
  readonly openedAt = performance.now()
  readonly #socket: Socket
  #received: Buffer = Buffer.alloc(0)
  #waiting: Waiting | undefined
  #end: Error | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', ({ message }) => this.#fail(new BrokenConnection(message)))
    socket.on('close', () => this.#fail(new BrokenConnection('the server closed the connection')))
    socket.setTimeout(LONGEST_MS, () => this.#fail(new Error(`no answer for ${LONGEST_MS / 1_000} s`)))
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      const refused = ({ message }: Error) => reject(new BrokenConnection(message))
      socket.once('error', refused)
      socket.once('connect', () => {
        socket.off('error', refused)
        resolve(new Connection(socket))
      })
    })
  }

  ask(asked: Buffer): Promise<Reply> {
    return new Promise((resolve, reject) => {
      if (this.#end !== undefined) return reject(this.#end)
      this.#waiting = { resolve, reject }
      this.#socket.write(asked)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const answer = readAnswer(this.#received, false)
    if (answer === undefined) return
    this.#received = this.#received.subarray(answer.length)
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(answer.reply)
  }

  #fail(error: Error): void {
    this.#end ??= error
    this.#socket.destroy()
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.reject(error)
  }
}
