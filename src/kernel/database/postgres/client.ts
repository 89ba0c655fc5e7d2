import { Socket } from 'node:net'
import pg from 'pg'
import type { Statement } from '../statement.ts'
import { NotCommitted, reach } from './errors.ts'
import { type Result, runPrepared } from './prepared-query.ts'
import { types } from './types.ts'

export function clientOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    application_name: 'lanyard',
    connectionTimeoutMillis: 3_000,
    // The system's default delay is two hours: until then a dead idle connection would be given to a request.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}

type Settings = Readonly<Record<string, string | number>>

/**
 * Limits, so that nothing holds others up for long, and commits that are on disk when they are answered, whatever the
 * server's defaults or the URL say.
 */
export const usualSettings: Settings = {
  statement_timeout: 20_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 15_000,
  synchronous_commit: 'on',
  // Compiling a statement to machine code takes longer than any statement here.
  jit: 'off',
}

/**
 * For look-ups and writes, which have an index. A table of counters has a few rows on one page, so PostgreSQL would plan
 * to read all of it, and keep that plan. While a report or an `analyze` runs elsewhere, thousands of old row versions
 * pile up, and every registration would read them all.
 */
export const quickSettings: Settings = { ...usualSettings, enable_seqscan: 'off' }

/** Sets them for a session. PgBouncer refuses a connection that passes them when it is opened. */
export function setForSession(settings: Settings): string {
  return assignments('set', settings)
}

/** Begins a transaction with these settings, for connections whose session is shared with other programs. */
export function beginWith(settings: Settings, begin = 'begin'): string {
  return `${begin}; ${assignments('set local', settings)}`
}

function assignments(command: string, settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${command} ${name} = ${value}`)
    .join('; ')
}

export type Query = { readonly name?: string; readonly text: string; readonly values?: unknown[] }

/** Sends a query on one connection; one with a name is prepared there. */
export type Send = (query: Query) => Promise<Result>

export function sendOn(client: pg.ClientBase): Send {
  return ({ name, text, values = [] }) => {
    writeTogether(client)
    return name === undefined ? client.query({ text, values }) : runPrepared(client, { name, text, values })
  }
}

/** What a client has that its types do not tell. */
type Inside = { readonly connection: { readonly stream: Socket } }

/** Queries of one turn of the event loop leave in one packet: a packet costs more than a small query. */
export function writeTogether(client: pg.ClientBase): void {
  const { stream } = (client as unknown as Inside).connection
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}

/** `named`: the statement stays prepared on its connection. */
export function execute<P>(
  send: Send,
  statement: Statement<P, unknown>,
  parameters: P,
  named = true,
): Promise<Result> {
  const compiled = statement.compiled('postgres')
  const query = { text: compiled.sql, values: compiled.bind(parameters as object) }
  return send(statement.name === undefined || !named ? query : { name: statement.name, ...query })
}

/** If a statement of the transaction failed, PostgreSQL answers the commit with ROLLBACK instead of an error. */
export async function commit(client: pg.ClientBase): Promise<void> {
  const { command } = await client.query({ text: 'commit' })
  if (command !== 'COMMIT')
    throw new NotCommitted('a statement of the transaction failed: nothing was committed')
}

/** Keeps one connection, created at first use and again after it breaks. */
export class LastingClient {
  readonly #options: pg.ClientConfig
  readonly #onConnect: (client: pg.Client) => Promise<void>
  #client: Promise<pg.Client> | undefined
  #socket = new Socket()
  #closed = false

  constructor(options: pg.ClientConfig, onConnect: (client: pg.Client) => Promise<void> = async () => {}) {
    this.#options = options
    this.#onConnect = onConnect
  }

  /** The socket of the last connection. */
  get socket(): Socket {
    return this.#socket
  }

  get(): Promise<pg.Client> {
    if (this.#closed) return Promise.reject(new Error('Client was closed'))
    this.#client ??= this.#connect()
    return this.#client
  }

  /** Makes the next `get` create a new connection; this one ends after it has answered all its queries. */
  async replace(client: pg.Client): Promise<void> {
    const current = this.#client
    if ((await current?.catch(() => undefined)) !== client) return
    if (this.#client === current) this.#client = undefined
    await client.end().catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#closed = true
    const client = await this.#client?.catch(() => undefined)
    // A connection that died silently never emits an end: it must not keep the process alive.
    this.#socket.unref()
    await client?.end().catch(() => undefined)
  }

  #connect(): Promise<pg.Client> {
    const socket = new Socket()
    this.#socket = socket
    const client = new pg.Client({ ...this.#options, stream: () => socket })
    const forget = () => {
      if (this.#client === made) this.#client = undefined
    }
    client.on('error', forget)
    client.on('end', forget)
    const made: Promise<pg.Client> = (async () => {
      try {
        await reach(() => client.connect())
        await this.#onConnect(client)
        return client
      } catch (error) {
        forget()
        throw error
      }
    })()
    return made
  }
}
