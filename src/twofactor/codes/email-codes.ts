import { foldAddress } from '../../kernel/text/email-address.ts'
import { invalidUser, problem } from '../base/problems.ts'
import type { UserRow } from '../base/tables.ts'
import type { Application, Twofactor } from '../base/twofactor.ts'
import { takeForRecipient } from '../guard/guard.ts'
import { checkCarrier, deliverCode } from './sends.ts'

type EmailRequest = {
  action: string | undefined
  message: string | undefined
  locale: string | undefined
}

/** Sends a code to the e-mail address that the application gave for the user. */
export async function sendEmailCode(
  service: Twofactor,
  app: Application,
  user: UserRow,
  request: EmailRequest,
): Promise<void> {
  if (!service.channels.email) throw problem('email-off')
  if (user.email === null) throw invalidUser({ email: "can't be blank" })
  const to = service.vault.open('twofactor.email', user.email)
  const subject = service.vault.digest('twofactor.send', `${app.organisationId} ${foldAddress(to)}`)
  checkCarrier(service, 'email')
  await service.database.write(async (tx) => {
    const recipient = { bucket: 'email', subject, now: service.clock.now() }
    await takeForRecipient(tx, recipient, 'Too many messages to this address')
    const delivery = { app, userId: user.id, channel: 'email', to, masked: maskEmail(to) } as const
    await deliverCode(tx, service, { ...delivery, ...request })
    tx.afterCommit(() => service.count('sends', app.organisationId))
  })
}

/** `a…@example.org`: enough to recognise the address for anyone who knows it. */
export function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}…${email.slice(email.lastIndexOf('@'))}`
}
