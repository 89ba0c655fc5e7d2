import { DeliveryRefused, type OutgoingMessage } from '../channel.ts'

export type Mail = { envelope: { from: string; to: string[] }; bytes: Buffer }

const LONGEST_SUBJECT = 120

/** One mailbox in ASCII or UTF-8: nothing that ends a header, starts another recipient or comments on one. */
const mailbox = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[^\s@<>()[\]\\,;:"\p{Cc}]{1,255}$/u

/** A text mail whose subject is the first line of the text. The id of the message is that of the mail at every attempt. */
export async function composeMail(from: string, { id, to, text }: OutgoingMessage): Promise<Mail> {
  if (!mailbox.test(to)) throw new DeliveryRefused('bad-address')
  const sender = addressIn(from)
  // Loaded with the first mail: most servers start without a mail server.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const mail = new MailComposer({
    from,
    to: { name: '', address: to },
    subject: subjectOf(text),
    text,
    messageId: `<${id}@${sender.slice(sender.indexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const bytes = await mail.compile().build()
  return { envelope: { from: sender, to: [to] }, bytes }
}

/** The address of `Name <address>`. */
function addressIn(from: string): string {
  return /<([^<>]+)>$/.exec(from)?.[1] ?? from
}

function subjectOf(text: string): string {
  const [line = ''] = text.trim().split(/[\r\n\u2028\u2029]/, 1)
  const plain = line.replace(/\p{Cc}/gu, ' ')
  return plain.length > LONGEST_SUBJECT ? `${plain.slice(0, LONGEST_SUBJECT - 1)}…` : plain
}
