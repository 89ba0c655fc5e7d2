/** The part of the package that is used; it has no types of its own. */
declare module 'smpp' {
  import type { EventEmitter } from 'node:events'
  import type { Socket, Server as TcpServer } from 'node:net'

  export type Fields = Readonly<Record<string, unknown>>

  export type Pdu = {
    readonly command: string
    readonly command_status: number
    readonly message_id?: string
    readonly esm_class?: number
    readonly short_message?: { readonly message?: string | Buffer }
    readonly message_payload?: { readonly message?: string | Buffer }
    readonly receipted_message_id?: string
    readonly message_state?: number
    readonly [field: string]: unknown
    response(fields?: Fields): Pdu
  }

  export type Session = EventEmitter & {
    /** False if the connection is closed and nothing was written. */
    bind_transceiver(fields: Fields, answered: (pdu: Pdu) => void): boolean
    submit_sm(fields: Fields, answered: (pdu: Pdu) => void): boolean
    enquire_link(fields: Fields, answered: (pdu: Pdu) => void): boolean
    unbind(fields: Fields, answered: (pdu: Pdu) => void): boolean
    deliver_sm(fields: Fields, answered: (pdu: Pdu) => void): boolean
    readonly socket: Socket
    send(pdu: Pdu): boolean
    close(): void
    destroy(): void
  }

  const smpp: {
    connect(options: { host: string; port: number; tls: boolean; servername?: string; ca?: string }): Session
    createServer(options: { key?: string; cert?: string }, onSession: (session: Session) => void): TcpServer
  }
  export default smpp
}
