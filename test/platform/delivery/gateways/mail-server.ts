import { type AddressInfo, createServer, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Certificate } from '../../../kernel/outbound/certificate.ts'

type ReceivedMail = {
  from: string
  to: string[]
  data: string
  login: string | undefined
  secure: boolean
}

/** What the server says where it does not do as usual: by the verb, or `.` for the end of the content. */
type Replies = Readonly<Record<string, string | 'cut' | 'silence'>>

export type MailServer = {
  readonly port: number
  readonly mails: ReceivedMail[]
  /** Contents that came whole, whether or not an answer followed. */
  readonly contents: string[]
  replyWith(replies: Replies): void
  close(): Promise<void>
}

/** As much of RFC 5321 as a client needs, with STARTTLS where it has a certificate. */
export async function startMailServer(certificate?: Certificate): Promise<MailServer> {
  const [mails, contents]: [ReceivedMail[], string[]] = [[], []]
  const sockets = new Set<Socket>()
  let replies: Replies = {}
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    converse(socket, { certificate, mails, contents, replies: () => replies, secure: false })
    socket.write('220 mail.test ESMTP\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    contents,
    replyWith(next) {
      replies = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

type Talk = {
  certificate: Certificate | undefined
  mails: ReceivedMail[]
  contents: string[]
  replies: () => Replies
  secure: boolean
}

function converse(socket: Socket, talk: Talk): void {
  let mail: ReceivedMail = { from: '', to: [], data: '', login: undefined, secure: talk.secure }
  let inData = false
  let rest = ''
  const say = (line: string) => socket.write(`${line}\r\n`)
  const reply = (verb: string, usual: () => void) => {
    const special = talk.replies()[verb]
    if (special === 'cut') socket.destroy()
    else if (special === undefined) usual()
    else if (special !== 'silence') say(special)
  }
  const endData = () => {
    inData = false
    talk.contents.push(mail.data)
    reply('.', () => {
      talk.mails.push(mail)
      mail = { ...mail, from: '', to: [], data: '' }
      say('250 2.0.0 Ok: queued as Q1')
    })
  }
  const startTls = () => {
    say('220 go ahead')
    socket.removeAllListeners('data')
    const secured = new TLSSocket(socket, { isServer: true, ...talk.certificate })
    secured.on('error', () => {})
    converse(secured, { ...talk, secure: true })
  }
  const verbs: Record<string, (line: string) => void> = {
    EHLO: () => {
      const offers = talk.certificate !== undefined && !talk.secure ? ['250-STARTTLS'] : []
      say(['250-mail.test', ...offers, '250 AUTH PLAIN LOGIN'].join('\r\n'))
    },
    STARTTLS: startTls,
    AUTH: (line) => {
      mail.login = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()
      say('235 2.7.0 welcome')
    },
    MAIL: (line) => {
      mail.from = line
      say('250 ok')
    },
    RCPT: (line) => {
      mail.to.push(line)
      say('250 ok')
    },
    DATA: () => {
      inData = true
      say('354 go on')
    },
    QUIT: () => {
      say('221 bye')
      socket.end()
    },
  }
  socket.on('error', () => {})
  socket.on('data', (chunk: Buffer) => {
    rest += chunk.toString()
    for (;;) {
      const end = rest.indexOf('\r\n')
      if (end < 0) return
      const line = rest.slice(0, end)
      rest = rest.slice(end + 2)
      if (inData && line === '.') endData()
      else if (inData) mail.data += `${line.replace(/^\./, '')}\r\n`
      else {
        const verb = (line.split(' ')[0] ?? '').toUpperCase()
        reply(verb, () => (verbs[verb] ?? (() => say('500 what')))(line))
      }
    }
  })
}
