import type { AddressInfo, Socket } from 'node:net'
import smpp, { type Fields, type Pdu, type Session } from 'smpp'

/** What the SMSC does with a submit_sm. */
export type SmscAnswer = (session: Session, pdu: Pdu) => void

export type Smsc = {
  readonly port: number
  readonly binds: Pdu[]
  readonly submitted: Pdu[]
  readonly enquiries: Pdu[]
  /** Statuses of the answers to what waited. */
  readonly delivered: number[]
  answerWith(...answers: SmscAnswer[]): void
  /** Sends a PDU to whoever is bound last; gives the status of the answer. */
  deliver(fields: Fields): Promise<number>
  /** Resolves when the next session is bound. */
  bound(): Promise<Session>
  breakLinks(): void
  close(): Promise<void>
}

export const accept =
  (message_id: string): SmscAnswer =>
  (session, pdu) =>
    void session.send(pdu.response({ message_id }))
export const refuse =
  (command_status: number): SmscAnswer =>
  (session, pdu) =>
    void session.send(pdu.response({ command_status }))
export const cut: SmscAnswer = (session) => session.destroy()
export const ignore: SmscAnswer = () => {}
/** A PDU that is longer than any may be. */
export const garble: SmscAnswer = (session) => void session.socket.write(Buffer.alloc(64, 0xff))

type SmscOptions = {
  port?: number
  password?: string
  deaf?: boolean
  /** Comes in one piece with the answer to the bind. */
  waiting?: Fields
}

export async function startSmsc({
  port = 0,
  password = 'secret',
  deaf = false,
  waiting: kept,
}: SmscOptions = {}): Promise<Smsc> {
  const [binds, submitted, enquiries]: [Pdu[], Pdu[], Pdu[]] = [[], [], []]
  const delivered: number[] = []
  const sockets = new Set<Socket>()
  let answers: SmscAnswer[] = [accept('id-1')]
  let last: Session | undefined
  let waiting: ((session: Session) => void)[] = []
  const server = smpp.createServer({}, (session) => {
    session.on('error', () => {})
    session.on('bind_transceiver', (pdu: Pdu) => {
      binds.push(pdu)
      const ok = pdu.password === password
      if (kept !== undefined) session.socket.cork()
      session.send(pdu.response({ command_status: ok ? 0 : 0x0e }))
      if (kept !== undefined) session.deliver_sm(kept, (answer) => delivered.push(answer.command_status))
      session.socket.uncork()
      if (!ok) return
      last = session
      for (const tell of waiting) tell(session)
      waiting = []
    })
    session.on('submit_sm', (pdu: Pdu) => {
      submitted.push(pdu)
      const [next = refuse(8), ...others] = answers
      if (others.length > 0) answers = others
      next(session, pdu)
    })
    session.on('enquire_link', (pdu: Pdu) => {
      enquiries.push(pdu)
      if (!deaf) session.send(pdu.response())
    })
    session.on('unbind', (pdu: Pdu) => session.send(pdu.response()))
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const breakLinks = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    binds,
    submitted,
    enquiries,
    delivered,
    answerWith(...next) {
      answers = next
    },
    deliver: (fields) =>
      new Promise((resolve) => last?.deliver_sm(fields, ({ command_status }) => resolve(command_status))),
    bound: () => new Promise((resolve) => waiting.push(resolve)),
    breakLinks,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        breakLinks()
      }),
  }
}
