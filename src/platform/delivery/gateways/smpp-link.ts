import { isIP } from 'node:net'
import type { Fields, Pdu, Session } from 'smpp'
import type { Clock } from '../../../kernel/base/clock.ts'
import type { SmppAddress } from './address.ts'
import { GatewayFailed } from './gateway.ts'

type LinkOptions = {
  timeoutMs: number
  /** How often an idle link is checked. */
  enquireMs: number
  /**
   * A link that was silent for longer is checked before a message is sent on it, because a dead link would lose it.
   */
  idleMs: number
  clock: Clock
  /** Returns the status for the response; 0 is OK. */
  onDeliver: (pdu: Pdu) => Promise<number>
}

/** The request was written, and no response came. */
export class LinkLost extends Error {
  override readonly name = 'LinkLost'
}

const VERSION_3_4 = 0x34
const SHORTEST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

/**
 * One bound session, opened at the first request and again whenever it breaks, because receipts arrive on it. The
 * `smpp` package never answers requests of a broken session, and stops reading after a bad PDU: here both end the
 * session.
 */
export class SmppLink {
  readonly #address: SmppAddress
  readonly #options: LinkOptions
  #binding: Promise<Session> | undefined
  #bound: Session | undefined
  #heardAt = 0
  #pauseMs = SHORTEST_PAUSE_MS
  #again: NodeJS.Timeout | undefined
  #closed = false

  constructor(address: SmppAddress, options: LinkOptions) {
    this.#address = address
    this.#options = options
  }

  /** Throws GatewayFailed if nothing was written, LinkLost if no response came. */
  async submit(fields: Fields): Promise<Pdu> {
    if (this.#closed) throw new GatewayFailed('closed')
    const session = await this.#liveSession()
    return this.#ask(session, (answered) => session.submit_sm(fields, answered))
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#again)
    const session = this.#bound
    if (session === undefined) return
    await this.#ask(session, (answered) => session.unbind({}, answered)).catch(() => {})
    session.destroy()
  }

  async #liveSession(): Promise<Session> {
    const session = await this.#bind()
    if (this.#options.clock.monotonic() - this.#heardAt < this.#options.idleMs) return session
    try {
      await this.#ask(session, (answered) => session.enquire_link({}, answered))
      return session
    } catch {
      this.#drop(session)
      return this.#bind()
    }
  }

  #drop(session: Session): void {
    session.destroy()
    if (this.#bound !== session) return
    this.#bound = undefined
    this.#binding = undefined
  }

  #bind(): Promise<Session> {
    this.#binding ??= this.#open().catch((error: unknown) => {
      this.#binding = undefined
      throw error
    })
    return this.#binding
  }

  async #open(): Promise<Session> {
    const session = await this.#connect()
    const { systemId: system_id, password, systemType: system_type } = this.#address
    const credentials = { system_id, password: password.reveal(), system_type }
    const fields = { ...credentials, interface_version: VERSION_3_4 }
    const answer = await this.#ask(session, (answered) => session.bind_transceiver(fields, answered)).catch(
      () => {
        throw new GatewayFailed('bind-unanswered')
      },
    )
    if (answer.command_status !== 0 || this.#closed) {
      session.destroy()
      throw new GatewayFailed(this.#closed ? 'closed' : `bind-${answer.command_status}`)
    }
    this.#keep(session)
    return session
  }

  async #connect(): Promise<Session> {
    const { default: smpp } = await loadPackage()
    const { host, port, tls } = this.#address
    // RFC 6066 §3: an IP address is not a server name.
    const session = smpp.connect({
      host,
      port,
      tls,
      ...(tls && isIP(host) === 0 ? { servername: host } : {}),
    })
    this.#listen(session)
    const { promise, resolve, reject } = withResolvers<void>()
    const timer = setTimeout(() => reject(new GatewayFailed('timeout')), this.#options.timeoutMs)
    session.once(tls ? 'secureConnect' : 'connect', resolve)
    session.on('error', () => session.destroy())
    session.once('close', () => reject(new GatewayFailed('unreachable')))
    try {
      await promise
      return session
    } catch (error) {
      session.destroy()
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  #keep(session: Session): void {
    this.#bound = session
    this.#pauseMs = SHORTEST_PAUSE_MS
    const enquire = setInterval(() => {
      this.#ask(session, (answered) => session.enquire_link({}, answered)).catch(() => this.#drop(session))
    }, this.#options.enquireMs).unref()
    session.on('close', () => {
      clearInterval(enquire)
      this.#drop(session)
      this.#bindLater()
    })
  }

  /** Listens from the first byte: receipts that were waiting may arrive together with the response to the bind. */
  #listen(session: Session): void {
    session.on('enquire_link', (pdu: Pdu) => session.send(pdu.response()))
    session.on('unbind', (pdu: Pdu) => {
      session.send(pdu.response())
      session.close()
    })
    session.on('deliver_sm', (pdu: Pdu) => void this.#answer(session, pdu))
  }

  async #answer(session: Session, pdu: Pdu): Promise<void> {
    session.send(pdu.response({ command_status: await this.#options.onDeliver(pdu) }))
  }

  /** Binds again later, because receipts wait at the other end until somebody is bound. */
  #bindLater(): void {
    if (this.#closed) return
    clearTimeout(this.#again)
    this.#again = setTimeout(() => void this.#bind().catch(() => this.#bindLater()), this.#pauseMs).unref()
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
  }

  async #ask(session: Session, write: (answered: (pdu: Pdu) => void) => boolean): Promise<Pdu> {
    const { promise, resolve, reject } = withResolvers<Pdu>()
    const lost = () => reject(new LinkLost('the link broke'))
    // A link that leaves a request unanswered is broken, whatever its socket says.
    const timer = setTimeout(() => session.destroy(), this.#options.timeoutMs)
    session.once('close', lost)
    try {
      if (!write(resolve)) throw new GatewayFailed('unreachable')
      const answer = await promise
      this.#heardAt = this.#options.clock.monotonic()
      return answer
    } finally {
      clearTimeout(timer)
      session.off('close', lost)
    }
  }
}

/** Declares a name that the package assigns without declaring it, which would throw in the bundle's strict mode. */
function loadPackage(): Promise<typeof import('smpp')> {
  Object.assign(globalThis, { skipUdh: undefined })
  return import('smpp')
}

type Resolvers<T> = { promise: Promise<T>; resolve: (value: T) => void; reject: (error: Error) => void }

/** Replaces `Promise.withResolvers`, which Node 20 lacks. */
function withResolvers<T>(): Resolvers<T> {
  let resolve: (value: T) => void = () => {}
  let reject: (error: Error) => void = () => {}
  const promise = new Promise<T>((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}
