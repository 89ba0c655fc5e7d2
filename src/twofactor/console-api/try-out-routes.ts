import { Fault } from '../../kernel/base/fault.ts'
import type { Handlers, Principal } from '../../kernel/contract/operation.ts'
import { formatTime } from '../../kernel/text/times.ts'
import type { AuditRecord } from '../../platform/audit/entries.ts'
import { onRecord } from '../../platform/audit/on-record.ts'
import { actorOf, consoleProblem } from '../../platform/operators/face.ts'
import { because } from '../../platform/operators/reasons.ts'
import { type Phone, parseInternational } from '../base/phones.ts'
import type { UserRow } from '../base/tables.ts'
import { type Application, phoneOf } from '../base/twofactor.ts'
import { findUserByPhone } from '../base/user-store.ts'
import { sendEmailCode } from '../codes/email-codes.ts'
import { sendCode } from '../codes/sends.ts'
import { verifyToken } from '../codes/verify.ts'
import { createSecret } from '../devices/devices.ts'
import { digestPhone, enrolUser } from '../users/users.ts'
import { getSpeaker, getUserOf, orNotFound, type TryOutChannel, type TwofactorConsole } from './console.ts'
import { accepted, judge, type Verdict } from './try-out.ts'
import type { tryOutRows } from './try-out-rows.ts'
import { describeUser } from './users.ts'

const QR_PIXELS = 300
const CODE = 'twofactor.code'
const sentTexts = { sms: 'SMS token was sent', voice: 'Call started...', email: 'Email token was sent' }

/** Try-out: calls the service's functions as an application would, so every limit applies here too. */
export function tryOutRoutes(console: TwofactorConsole): Handlers<typeof tryOutRows> {
  const { service } = console
  const find = async (principal: Principal, params: { applicationId: string; number: number }) => {
    const app = await getSpeaker(console, principal, params.applicationId)
    return { app, user: await getUserOf(service, app.id, params.number) }
  }
  return {
    getBench: async () => ({ status: 200, body: console.ways }),
    async benchEnrol({ params, body, principal }) {
      const app = await getSpeaker(console, principal, params.applicationId)
      return { status: 200, body: await tryEnrolment(console, { app, principal }, body) }
    },
    async benchSend({ params, body, principal }) {
      const { app, user } = await find(principal, params)
      const at = formatTime(service.clock.now())
      const send = async () => {
        await sendBy(console, app, user, body)
        return accepted(sentTexts[body.channel])
      }
      const entry = entryOf(principal, 'send', subjectOf(user), { channel: body.channel })
      const answer = await onRecord(service, entry, () => judge(send, (refused) => refused), outcomeOf)
      return { status: 200, body: { at, answer } }
    },
    async benchVerify({ params, body, principal }) {
      const { app, user } = await find(principal, params)
      return { status: 200, body: await tryToken(console, { app, principal, user }, body.token) }
    },
    async benchSecret({ params, principal }) {
      const { app, user } = await find(principal, params)
      const label = String(user.number)
      const options = { label, size: QR_PIXELS, actor: actorOf(principal) }
      const { uri, qr_code } = await orNotFound(createSecret(service, app, user, options))
      return { status: 201, body: { uri, qr: qr_code } }
    },
    async benchMessage({ params, query, principal }) {
      const { user } = await find(principal, params)
      return { status: 200, body: { message: await findMessage(console, user, query) } }
    },
  }
}

type Asked = { app: Application; principal: Principal }
type Enrolled = { user: ReturnType<typeof shown> | null; answer: Verdict }

async function tryEnrolment(
  console: TwofactorConsole,
  { app, principal }: Asked,
  { phone: text, email }: { phone: string; email?: string },
): Promise<Enrolled> {
  const { service } = console
  const phone = readPhone(text)
  const known = await findUserByPhone(service.database, app.id, digestPhone(service, phone))
  const given = { cellphone: phone.national, countryCode: phone.countryCode, email }
  const enrol = async (): Promise<Enrolled> => {
    const user = await enrolUser(service, app, given)
    return {
      user: shown(console, user, known !== undefined),
      answer: accepted('User created successfully.'),
    }
  }
  return onRecord(
    service,
    entryOf(principal, 'enrol', `application:${app.id}`),
    () => judge(enrol, (answer) => ({ user: null, answer })),
    ({ user, answer }) => ({ ...outcomeOf(answer), number: user?.number ?? null }),
  )
}

type Judged = { valid: boolean; by: 'code' | 'app' | null; answer: Verdict }

function tryToken(
  { service }: TwofactorConsole,
  { app, principal, user }: Asked & { user: UserRow },
  token: string,
): Promise<Judged> {
  const verify = async (): Promise<Judged> => {
    const { by } = await verifyToken(service, app, user.number, { token, action: undefined })
    return { valid: true, by, answer: accepted('Token is valid.') }
  }
  return onRecord(
    service,
    entryOf(principal, 'verify', subjectOf(user)),
    () => judge(verify, (answer): Judged => ({ valid: false, by: null, answer })),
    ({ answer }) => outcomeOf(answer),
  )
}

async function findMessage(
  console: TwofactorConsole,
  user: UserRow,
  query: { channel: TryOutChannel; since: string },
) {
  const { channel } = query
  if (console.ways[channel] !== 'outbox') throw consoleProblem('conflict', because('messages-leave'))
  const to = addressOf(console, user, channel)
  const since = Date.parse(query.since)
  if (to === undefined || Number.isNaN(since)) return null
  const found = await console.findInOutbox({ channel, to, purpose: CODE, since })
  return found === undefined ? null : { at: found.at, text: found.text, subject: found.subject ?? null }
}

/** An audit entry that shows that an operator, and not the application, acted on the user. */
function entryOf(principal: Principal, verb: string, subject: string, detail: AuditRecord['detail'] = {}) {
  return { actor: actorOf(principal), action: `twofactor-bench.${verb}`, subject, detail }
}

function outcomeOf({ status, code }: Verdict) {
  return { status, code }
}

function subjectOf({ id }: UserRow): string {
  return `twofactor-user:${id}`
}

function shown({ service }: TwofactorConsole, user: UserRow, known: boolean) {
  const { number, phone, email } = describeUser(service, user)
  return { number, phone, email, known }
}

async function sendBy(
  { service }: TwofactorConsole,
  app: Application,
  user: UserRow,
  { channel, locale }: { channel: TryOutChannel; locale?: string },
): Promise<void> {
  const request = { action: undefined, message: undefined, locale }
  if (channel === 'email') await sendEmailCode(service, app, user, request)
  else await sendCode(service, app, user.number, { channel, force: true, ...request })
}

function addressOf({ service }: TwofactorConsole, user: UserRow, channel: TryOutChannel): string | undefined {
  if (channel !== 'email') return phoneOf(service, user).e164
  return user.email === null ? undefined : service.vault.open('twofactor.email', user.email)
}

function readPhone(text: string): Phone {
  const phone = parseInternational(text.trim())
  if (phone !== undefined) return phone
  const message = 'is not a whole phone number: write it with + and its calling code'
  throw new Fault('invalid', {
    detail: `/phone ${message}`,
    errors: [{ pointer: '/phone', code: 'phone', message }],
  })
}
