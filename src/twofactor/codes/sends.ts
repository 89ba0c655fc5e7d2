import type { Transaction } from '../../kernel/database/database.ts'
import { enqueueMessage } from '../../platform/delivery/messages.ts'
import { maskForSend, type Phone } from '../base/phones.ts'
import { problem } from '../base/problems.ts'
import { addToStats, claimRecentSend } from '../base/send-store.ts'
import type { UserRow } from '../base/tables.ts'
import { writeText } from '../base/texts.ts'
import { type Application, monthOf, phoneOf, type Twofactor } from '../base/twofactor.ts'
import { findRecipient } from '../base/user-store.ts'
import { putCode } from '../devices/code-store.ts'
import { addEnrolment } from '../devices/devices.ts'
import { checkSend, isServed } from '../guard/guard.ts'
import { watchGuard } from '../guard/guard-trips.ts'

export type Channel = 'sms' | 'voice'

type SendRequest = {
  channel: Channel
  force: boolean
  action: string | undefined
  message: string | undefined
  locale: string | undefined
}

type Sent = { cellphone: string; ignored: boolean; device?: string }

const CODE_MS = 600_000
const RETRY_MS = 5_000
const carrierProblems = { sms: 'sms-failed', voice: 'call-failed', email: 'email-failed' } as const

/** Sends a code by SMS or voice call. A user who has the app gets none, unless the application forces it. */
export function sendCode(
  service: Twofactor,
  app: Application,
  number: number,
  request: SendRequest,
): Promise<Sent> {
  const { channel, action = '', message = '', locale = '' } = request
  return watchGuard(service, () =>
    service.database.write(async (tx) => {
      const user = await findRecipient(tx, app.id, number)
      if (user === undefined) throw problem('user-unknown')
      checkChannel(service, app, channel)
      const phone = phoneOf(service, user)
      const cellphone = maskForSend(phone)
      if (user.app !== null && !request.force) return { cellphone, ignored: true, device: user.app }
      const same = [app.id, user.id, channel, action, message, locale]
      await sendOnce(tx, service, { app, phone, channel, same }, () =>
        deliverCode(tx, service, { app, userId: user.id, to: phone.e164, masked: cellphone, ...request }),
      )
      return { cellphone, ignored: false }
    }),
  )
}

type OneSend = { app: Application; phone: Phone; channel: Channel; same: readonly string[] }

/**
 * Checks, counts and queues a send in one transaction. The same send again within seconds is a client's retry and is
 * ignored.
 */
export async function sendOnce(
  tx: Transaction,
  service: Twofactor,
  { app, phone, channel, same }: OneSend,
  queue: () => Promise<void>,
): Promise<void> {
  const now = service.clock.now()
  const key = service.vault.digest('twofactor.same-send', JSON.stringify(same))
  if (!(await claimRecentSend(tx, key, now, RETRY_MS))) return
  checkCarrier(service, channel)
  await checkSend(tx, service, app, phone)
  await queue()
  await addToStats(tx, app.id, monthOf(now), channel === 'sms' ? { sms: 1 } : { calls: 1 })
  tx.afterCommit(() => service.count('sends', app.organisationId))
}

export function checkChannel(service: Twofactor, app: Application, channel: Channel): void {
  if (!isOn(service, app, channel)) throw problem(channel === 'sms' ? 'sms-off' : 'calls-off')
}

/** Reports an error immediately if no carrier is known to work. */
export function checkCarrier({ carrierWorks }: Twofactor, channel: Channel | 'email'): void {
  if (!carrierWorks(channel)) throw problem(carrierProblems[channel])
}

/** A channel is off if either the server or the application has turned it off. */
export function isOn({ channels }: Twofactor, { settings }: Application, channel: Channel): boolean {
  return channels[channel] && settings[channel] !== false
}

type Delivery = {
  app: Application
  userId: string
  channel: Channel | 'email'
  to: string
  /** The same address with most characters hidden. */
  masked: string
  action: string | undefined
  message: string | undefined
  locale: string | undefined
}

/** Creates a new code and queues the message that contains it. */
export async function deliverCode(
  tx: Transaction,
  service: Twofactor,
  { app, userId, channel, to, masked, action = '', message, locale }: Delivery,
): Promise<void> {
  const code = service.ids.digits(app.settings.codeLength ?? 7)
  const now = service.clock.now()
  const expires_at = now + CODE_MS
  await putCode(tx, {
    user_id: userId,
    action,
    digest: digestSentCode(service, userId, action, code),
    sent_at: now,
    expires_at,
  })
  const written = writeText(channel === 'voice' ? 'voice' : 'code', locale, { code, app: app.name })
  await enqueueMessage(tx, service, {
    channel,
    to,
    text: message === undefined ? written.text : `${message} ${written.text}`,
    locale: written.locale,
    ...(channel === 'email' ? { subject: written.subject } : {}),
    purpose: 'twofactor.code',
    expiresAt: expires_at,
    about: aboutSend(app, userId, masked),
  })
}

/** Shows operators which application sent the message, and for whom. */
export function aboutSend({ id, organisationId }: Application, ownerId: string | null, masked: string) {
  return { organisationId, applicationId: id, ownerId, masked }
}

export function digestSentCode({ vault }: Twofactor, userId: string, action: string, code: string): string {
  return vault.digest('twofactor.code', `${userId}\n${action}\n${code}`)
}

/** Texts the enrolment link for the app to the user's phone. A number that cannot receive SMS gets none. */
export async function sendInstallLink(service: Twofactor, app: Application, user: UserRow): Promise<void> {
  const phone = phoneOf(service, user)
  if (!isOn(service, app, 'sms') || !isServed(service, phone) || phone.wired) return
  const same = [app.id, user.id, 'install-link']
  const queue = async (tx: Transaction) => {
    const { url, expiresAt } = await addEnrolment(tx, service, user)
    await enqueueMessage(tx, service, {
      channel: 'sms',
      to: phone.e164,
      text: `${app.name}: ${url}`,
      purpose: 'twofactor.install-link',
      expiresAt,
      about: aboutSend(app, user.id, maskForSend(phone)),
    })
  }
  await watchGuard(service, () =>
    service.database.write((tx) =>
      sendOnce(tx, service, { app, phone, channel: 'sms', same }, () => queue(tx)),
    ),
  )
}
