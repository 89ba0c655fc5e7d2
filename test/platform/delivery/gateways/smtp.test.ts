import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Secret } from '../../../../src/kernel/base/secret.ts'
import type { OutgoingMessage } from '../../../../src/platform/delivery/channel.ts'
import type { SmtpAddress } from '../../../../src/platform/delivery/gateways/address.ts'
import { createSmtpGateway } from '../../../../src/platform/delivery/gateways/smtp.ts'
import { certificateFor } from '../../../kernel/outbound/certificate.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { failureOf, noAbort, sms } from './messages.ts'

const mail: OutgoingMessage = {
  ...sms,
  channel: 'email',
  to: 'ada@example.org',
  text: '123456 is your code.\nSecond line: ü\n.\n..dots',
  subject: 'Ihr Code für Bücher',
}

describe('the SMTP gateway', () => {
  let server: MailServer
  let address: SmtpAddress

  beforeEach(async () => {
    server = await startMailServer()
    address = {
      kind: 'smtp',
      name: 'smtp',
      host: '127.0.0.1',
      port: server.port,
      tls: false,
      login: { user: 'lanyard', password: new Secret('canary') },
      from: 'Lanyard <no-reply@lanyard.example>',
    }
  })
  afterEach(() => server.close())

  const send = (message: OutgoingMessage, host = address.host) =>
    createSmtpGateway({ ...address, host }, { timeoutMs: 500 }).send(message, noAbort)

  function headersOf(data: string): Record<string, string> {
    const [head = ''] = data.split('\r\n\r\n', 1)
    const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')
    return Object.fromEntries(lines.map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 2)]))
  }

  it('sends a text mail after a login', async () => {
    await send(mail)
    const [received] = server.mails
    expect(received).toMatchObject({ login: '\0lanyard\0canary', to: ['RCPT TO:<ada@example.org>'] })
    expect(received?.from).toContain('MAIL FROM:<no-reply@lanyard.example>')
    expect(headersOf(received?.data ?? '')).toMatchObject({
      From: 'Lanyard <no-reply@lanyard.example>',
      To: 'ada@example.org',
      Subject: '=?UTF-8?Q?Ihr_Code_f=C3=BCr_B=C3=BCcher?=',
      'Message-ID': `<${mail.id}@lanyard.example>`,
      'Auto-Submitted': 'auto-generated',
      'Content-Type': 'text/plain; charset=utf-8',
    })
    const body = received?.data.slice(received.data.indexOf('\r\n\r\n') + 4) ?? ''
    const decoded = body.replace(/=C3=BC/g, 'ü').replace(/=\r\n/g, '')
    expect(decoded.trimEnd()).toBe(mail.text.replaceAll('\n', '\r\n'))
  })

  it.each([
    'ada@example.org\r\nBcc: eve@example.org',
    'ada@example.org, eve@example.org',
    'Eve <eve@example.org>',
    'ada@example.org\n',
    '"a\\"b"@example.org',
    'ada',
    'group:ada@example.org;',
    'a@b@c',
  ])('refuses %j as an address', async (to) => {
    expect(await failureOf(send({ ...mail, to }))).toMatchObject({
      name: 'DeliveryRefused',
      code: 'bad-address',
    })
    expect(server.contents).toEqual([])
  })

  it.each([
    ['Hi\r\nBcc: eve@example.org\r\n\r\nbody', 'Hi Bcc: eve@example.org body'],
    ['Hi\rBcc: eve@example.org', 'Hi Bcc: eve@example.org'],
    ['Hi\u2028Bcc: eve@example.org', 'Hi Bcc: eve@example.org'],
    ['Hi\u0000there', 'Hi there'],
    ['  \r\nX-Evil: 1', 'X-Evil: 1'],
    [undefined, 'Lanyard'],
  ])('gets no header out of the subject or the text %j', async (given, subject) => {
    const { subject: _own, ...untitled } = mail
    await send({ ...untitled, ...(given === undefined ? {} : { subject: given, text: given }) })
    const headers = headersOf(server.mails[0]?.data ?? '')
    expect(Object.keys(headers).sort()).toEqual(
      [
        'Auto-Submitted',
        'Content-Transfer-Encoding',
        'Content-Type',
        'Date',
        'From',
        'MIME-Version',
        'Message-ID',
        'Subject',
        'To',
      ].sort(),
    )
    expect(headers.Subject).toBe(subject)
    expect(server.mails[0]?.to).toEqual(['RCPT TO:<ada@example.org>'])
  })

  it.each([
    ['the recipient', { RCPT: '550 5.1.1 no such user' }, 'DeliveryRefused', 'smtp-550'],
    ['the content', { '.': '554 5.7.1 spam' }, 'DeliveryRefused', 'smtp-554'],
    ['the sender', { MAIL: '550 5.7.1 not you' }, 'GatewayFailed', 'smtp-550'],
    ['the login', { AUTH: '535 5.7.8 wrong' }, 'GatewayFailed', 'smtp-535'],
    ['the recipient for now', { RCPT: '451 4.7.1 greylisted' }, 'GatewayFailed', 'smtp-451'],
    ['the content for now', { '.': '452 4.3.1 full' }, 'GatewayFailed', 'smtp-452'],
  ])('tells what it means when the server refuses %s', async (_what, replies, name, code) => {
    server.replyWith(replies as Record<string, string>)
    expect(await failureOf(send(mail))).toMatchObject({ name, code })
  })

  it('does not blame the server for a recipient who is to wait', async () => {
    server.replyWith({ RCPT: '451 4.7.1 greylisted' })
    expect(await failureOf(send(mail))).toMatchObject({ deferred: true })
    server.replyWith({ AUTH: '454 4.7.0 later' })
    expect(await failureOf(send(mail))).toMatchObject({ deferred: false })
  })

  it.each([
    ['EHLO', 'cut', 'GatewayFailed'],
    ['RCPT', 'silence', 'GatewayFailed'],
    ['DATA', 'cut', 'GatewayFailed'],
    ['.', 'cut', 'OutcomeUnknown'],
    ['.', 'silence', 'OutcomeUnknown'],
  ])('tells what it means when nothing follows %s: %s', async (verb, end, name) => {
    server.replyWith({ [verb]: end })
    expect(await failureOf(send(mail))).toMatchObject({ name })
    expect(server.contents).toHaveLength(verb === '.' ? 1 : 0)
  })

  it('does not know what became of a mail that was cancelled after its content', async () => {
    server.replyWith({ '.': 'silence' })
    const controller = new AbortController()
    const sent = createSmtpGateway(address).send(mail, controller.signal)
    while (server.contents.length === 0) await new Promise(setImmediate)
    controller.abort()
    expect(await failureOf(sent)).toMatchObject({ name: 'OutcomeUnknown' })
  })

  it('knows that nothing left for a host that refuses connections', async () => {
    await server.close()
    expect(await failureOf(send(mail))).toMatchObject({ name: 'GatewayFailed', code: 'unreachable' })
    server = await startMailServer()
  })

  it('says no login and sends no mail without TLS, except on this machine', async () => {
    // 127.0.0.1 by a name that does not say so.
    expect(await failureOf(send(mail, '0.0.0.0'))).toMatchObject({ name: 'GatewayFailed' })
    expect(server.contents).toEqual([])
  })

  it('goes on by STARTTLS where the certificate is trusted, and not otherwise', async () => {
    const certificate = certificateFor('localhost')
    const secure = await startMailServer(certificate)
    const there = { ...address, host: 'localhost', port: secure.port }
    await createSmtpGateway(there, { certificates: certificate.cert }).send(mail, noAbort)
    expect(secure.mails).toMatchObject([{ secure: true, login: '\0lanyard\0canary' }])
    expect(await failureOf(createSmtpGateway(there).send(mail, noAbort))).toMatchObject({
      name: 'GatewayFailed',
    })
    expect(secure.mails).toHaveLength(1)
    await secure.close()
  })
})
