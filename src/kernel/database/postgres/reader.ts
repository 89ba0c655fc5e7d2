import type pg from 'pg'
import { LastingClient, type Query, quickSettings, sendOn, setForSession } from './client.ts'
import { isLost, isStale } from './errors.ts'
import type { Result } from './prepared-query.ts'

/** The server cancels a quick statement after this time. */
const STATEMENT_MS = 2_000
const LOOK_MS = 1_000
/** Checks in a row without an answer before the connection is given up: longer than any quick statement may take. */
const SILENT_LOOKS = 4

/**
 * Quick reads share one pipelined connection and are answered in the order in which they are sent, so none may take
 * long. Reads change nothing, so they are sent again if the connection was lost or replaced.
 */
export class PipelinedReader {
  readonly #connection: LastingClient
  readonly #watch: NodeJS.Timeout
  #waiting = 0
  #heard = -1
  #silentLooks = 0

  /** `ownsSession`: the server's session is not shared with other programs. */
  constructor(options: pg.ClientConfig, ownsSession: boolean) {
    const settings = setForSession({ ...quickSettings, statement_timeout: STATEMENT_MS })
    this.#connection = new LastingClient({ ...options, pipeline: true }, async (client) => {
      if (ownsSession) await client.query(settings)
    })
    this.#watch = setInterval(() => this.#look(), LOOK_MS).unref()
  }

  async query(config: Query): Promise<Result> {
    this.#waiting += 1
    try {
      return await this.#ask(config)
    } finally {
      this.#waiting -= 1
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#watch)
    await this.#connection.close()
  }

  async #ask(config: Query): Promise<Result> {
    const client = await this.#connection.get()
    try {
      return await sendOn(client)(config)
    } catch (error) {
      if (!isStale(error) && !isLost(error)) throw error
      void this.#connection.replace(client)
      return sendOn(await this.#connection.get())(config)
    }
  }

  /**
   * A connection can die silently. This counts checks instead of time: a process that was paused itself first handles
   * the answers that have arrived in the meantime.
   */
  #look(): void {
    if (this.#waiting === 0) {
      this.#silentLooks = 0
      return
    }
    const { socket } = this.#connection
    const isSilent = socket.bytesRead === this.#heard
    this.#heard = socket.bytesRead
    this.#silentLooks = isSilent ? this.#silentLooks + 1 : 0
    if (this.#silentLooks < SILENT_LOOKS) return
    this.#silentLooks = 0
    socket.destroy()
  }
}
