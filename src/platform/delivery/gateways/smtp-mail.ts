import { DeliveryRefused, type OutgoingMessage } from '../channel.ts'

export type Mail = { envelope: { from: string; to: string[] }; bytes: Buffer }

const LONGEST_SUBJECT = 120

/** One mailbox in ASCII or UTF-8, without characters that could end a header, add a recipient or start a comment. */
const mailbox = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u

/**
 * A plain-text mail. Its subject never comes from the text, which contains a code. The mail's ID is the message's ID
 * at every attempt.
 */
export async function composeMail(from: string, { id, to, text, subject }: OutgoingMessage): Promise<Mail> {
  if (!mailbox.test(to)) throw new DeliveryRefused('bad-address', { asked: false })
  const sender = addressIn(from)
  // Loaded with the first mail, because most servers start without a mail server.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const mail = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: subjectOf(subject),
    text,
    messageId: `<${id}@${sender.slice(sender.indexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const bytes = await mail.compile().build()
  return { envelope: { from: sender, to: [to] }, bytes }
}

/** The address in `Name <address>`. */
function addressIn(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from
}

function subjectOf(subject = 'Lanyard'): string {
  const plain = subject.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
  return plain.length > LONGEST_SUBJECT ? `${plain.slice(0, LONGEST_SUBJECT - 1)}…` : plain
}
