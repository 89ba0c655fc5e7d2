import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { isLoopback } from '../../../kernel/base/ip-address.ts'
import { DeliveryRefused, OutcomeUnknown } from '../channel.ts'
import type { SmtpAddress } from './address.ts'
import { type Gateway, GatewayFailed } from './gateway.ts'
import { composeMail, type Mail } from './smtp-mail.ts'

type SmtpTools = { timeoutMs?: number; certificates?: string }

const CONNECT_MS = 10_000
/** Servers that scan mail answer late, and giving up costs more than waiting. */
const SILENCE_MS = 30_000

/**
 * A mail server. If the end of a mail's content was not answered, the mail is not sent again: the server could
 * deliver it twice.
 */
export function createSmtpGateway(address: SmtpAddress, tools: SmtpTools = {}): Gateway {
  return {
    name: address.name,
    async send(message, signal) {
      const mail = await composeMail(address.from, message)
      const connection = await openConnection(address, tools)
      const reference = await transmit(connection, { ...address, mail, signal })
      return reference === undefined ? {} : { reference }
    },
  }
}

type Transmission = Pick<SmtpAddress, 'login'> & { mail: Mail; signal: AbortSignal }

function transmit(connection: SMTPConnection, { login, mail, signal }: Transmission) {
  return new Promise<string | undefined>((resolve, reject) => {
    let begun = false
    const fail = (error: unknown) => {
      reject(explain(error, begun))
      connection.close()
    }
    const cancel = () => fail(new Error('cancelled'))
    if (signal.aborted) return cancel()
    connection.once('end', cancel)
    connection.on('error', fail)
    signal.addEventListener('abort', cancel, { once: true })
    // Reading starts once the server has asked for the content.
    const content = new Readable({
      read() {
        begun = true
        this.push(mail.bytes)
        this.push(null)
      },
    })
    const send = () =>
      connection.send(mail.envelope, content, (error, info) => {
        signal.removeEventListener('abort', cancel)
        if (error) return fail(error)
        resolve(info.serverMessageId)
        connection.quit()
      })
    connection.connect((error) => {
      if (error) return fail(error)
      if (login === undefined) return send()
      const { user, password } = login
      connection.login({ user, pass: password.reveal() }, (refusal) => (refusal ? fail(refusal) : send()))
    })
  })
}

async function openConnection(
  { host, port, tls }: SmtpAddress,
  { timeoutMs = SILENCE_MS, certificates }: SmtpTools,
): Promise<SMTPConnection> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  return new Connection({
    host,
    port,
    secure: tls,
    requireTLS: !tls && !isLoopback(host),
    connectionTimeout: Math.min(CONNECT_MS, timeoutMs),
    greetingTimeout: Math.min(CONNECT_MS, timeoutMs),
    socketTimeout: timeoutMs,
    logger: false,
    tls: { minVersion: 'TLSv1.2', ...(certificates === undefined ? {} : { ca: certificates }) },
  })
}

type Report = { responseCode?: unknown; permanent?: unknown; command?: unknown }

/** A reply is believed; if the connection ends without one, it is unknown whether the whole mail arrived. */
function explain(error: unknown, begun: boolean): DeliveryRefused | GatewayFailed | OutcomeUnknown {
  const { responseCode, permanent, command } = (error ?? {}) as Report
  if (typeof responseCode !== 'number') {
    return begun ? new OutcomeUnknown('no-answer') : new GatewayFailed('unreachable')
  }
  const aboutTheMail = command === 'RCPT TO' || command === 'DATA'
  const code = `smtp-${responseCode}`
  if (permanent === true && aboutTheMail) return new DeliveryRefused(code)
  return new GatewayFailed(code, { deferred: aboutTheMail })
}
