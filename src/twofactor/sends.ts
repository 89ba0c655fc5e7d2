import type { Transaction } from '../kernel/database/database.ts'
import { enqueueMessage } from '../platform/delivery/messages.ts'
import { putCode } from './code-store.ts'
import { listDevices } from './device-store.ts'
import { addEnrolment } from './devices.ts'
import { checkSend } from './guard.ts'
import { maskForSend, readPhone } from './phones.ts'
import { problem } from './problems.ts'
import { addToStats, claimRecentSend } from './send-store.ts'
import type { UserRow } from './tables.ts'
import { writeText } from './texts.ts'
import { type Application, monthOf, openPhone, type Twofactor } from './twofactor.ts'

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

/** A code by SMS or voice. Where the user has the app it is not sent, unless it is forced. */
export async function sendCode(
  service: Twofactor,
  app: Application,
  user: UserRow,
  request: SendRequest,
): Promise<Sent> {
  checkChannel(service, app, request.channel)
  const phone = readPhone(openPhone(service, user))
  const cellphone = maskForSend(phone)
  const devices = request.force ? [] : await listDevices(service.database, user.id)
  const [device] = devices
  if (device !== undefined) return { cellphone, ignored: true, device: device.os_type ?? 'app' }
  checkCarrier(service, request.channel)
  await service.database.write(async (tx) => {
    const now = service.clock.now()
    const { channel, action = '', message = '', locale = '' } = request
    const same = service.vault.digest(
      'twofactor.same-send',
      [app.id, user.id, channel, action, message, locale].join('\n'),
    )
    if (!(await claimRecentSend(tx, same, now, RETRY_MS))) return
    await checkSend(tx, service, app, phone)
    await deliverCode(tx, service, { app, user, to: phone.e164, ...request })
    await addToStats(tx, app.id, monthOf(now), channel === 'sms' ? { sms: 1 } : { calls: 1 })
  })
  return { cellphone, ignored: false }
}

export function checkChannel(service: Twofactor, app: Application, channel: Channel): void {
  if (!isOn(service, app, channel)) throw problem(channel === 'sms' ? 'sms-off' : 'calls-off')
}

/** Where no carrier is known to work, whoever asks is told at once. */
export function checkCarrier({ carrierWorks }: Twofactor, channel: Channel): void {
  if (!carrierWorks(channel)) throw problem(channel === 'sms' ? 'sms-failed' : 'call-failed')
}

/** Off for the server or for the application is off. */
export function isOn({ channels }: Twofactor, { settings }: Application, channel: Channel): boolean {
  return channels[channel] && settings[channel] !== false
}

type Delivery = {
  app: Application
  user: UserRow
  channel: Channel | 'email'
  to: string
  action: string | undefined
  message: string | undefined
  locale: string | undefined
}

/** A new code, and the message that brings it. */
export async function deliverCode(
  tx: Transaction,
  service: Twofactor,
  { app, user, channel, to, action = '', message, locale }: Delivery,
): Promise<void> {
  const code = service.ids.digits(app.settings.codeLength ?? 7)
  const now = service.clock.now()
  const expires_at = now + CODE_MS
  await putCode(tx, {
    user_id: user.id,
    action,
    digest: digestSentCode(service, user.id, action, code),
    sent_at: now,
    expires_at,
  })
  const written = writeText(channel === 'voice' ? 'voice' : 'code', locale, { code, app: app.name })
  await enqueueMessage(tx, service, {
    channel,
    to,
    text: message === undefined ? written.text : `${message} ${written.text}`,
    locale: written.locale,
    purpose: 'twofactor.code',
    expiresAt: expires_at,
  })
}

export function digestSentCode({ vault }: Twofactor, userId: string, action: string, code: string): string {
  return vault.digest('twofactor.code', `${userId}\n${action}\n${code}`)
}

/** The link by which the user's app enrols, to the user's own phone; a number that takes no SMS gets none. */
export async function sendInstallLink(service: Twofactor, app: Application, user: UserRow): Promise<void> {
  const phone = readPhone(openPhone(service, user))
  if (!isOn(service, app, 'sms') || phone.refused || phone.wired) return
  await service.database.write(async (tx) => {
    await checkSend(tx, service, app, phone)
    const { url, expiresAt } = await addEnrolment(tx, service, user)
    await enqueueMessage(tx, service, {
      channel: 'sms',
      to: phone.e164,
      text: `${app.name}: ${url}`,
      purpose: 'twofactor.install-link',
      expiresAt,
    })
    await addToStats(tx, app.id, monthOf(service.clock.now()), { sms: 1 })
  })
}
