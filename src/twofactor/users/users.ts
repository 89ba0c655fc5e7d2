import { recordAudit } from '../../platform/audit/entries.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import { forgetOwner } from '../../platform/delivery/about-store.ts'
import { listPending } from '../base/approval-store.ts'
import { isCallingCode, type Phone, parsePhone } from '../base/phones.ts'
import { invalidUser, problem } from '../base/problems.ts'
import { addToStats } from '../base/send-store.ts'
import type { UserRow } from '../base/tables.ts'
import { approvalTopic, inboxTopic, pollTopic } from '../base/topics.ts'
import { type Application, monthOf, type Twofactor } from '../base/twofactor.ts'
import { findUserByPhone, insertUser, removeUserRow, updateEmail } from '../base/user-store.ts'

const LARGEST_NUMBER = 2_147_483_647
const DRAWS = 10

type NewUser = {
  cellphone: string | undefined
  countryCode: string | undefined
  email: string | undefined
}

/** Enrolling the same phone number again in the same application returns the same user. */
export async function enrolUser(service: Twofactor, app: Application, given: NewUser): Promise<UserRow> {
  const { phone, email } = readUser(service, given)
  const phoneDigest = digestPhone(service, phone)
  const known = await findUserByPhone(service.database, app.id, phoneDigest)
  if (known !== undefined) return known
  return service.database.write(async (tx) => {
    const now = service.clock.now()
    for (let draw = 0; draw < DRAWS; draw++) {
      const fresh = await insertUser(tx, {
        id: service.ids.uuid(),
        application_id: app.id,
        number: service.ids.integer(1, LARGEST_NUMBER),
        phone_digest: phoneDigest,
        phone: service.vault.seal('twofactor.phone', phone.e164),
        country_code: phone.countryCode,
        email: email === undefined ? null : service.vault.seal('twofactor.email', email),
        created_at: now,
      })
      const user = await findUserByPhone(tx, app.id, phoneDigest)
      if (fresh) await addToStats(tx, app.id, monthOf(now), { users: 1 })
      if (user !== undefined) return user
    }
    throw new Error(`found no free user number in ${DRAWS} draws`)
  })
}

export function digestPhone({ vault }: Twofactor, { e164 }: Pick<Phone, 'e164'>): string {
  return vault.digest('twofactor.phone', e164)
}

/** Reports errors per field, because old clients show them that way. */
function readUser(
  service: Twofactor,
  { cellphone = '', countryCode = '', email = '' }: NewUser,
): { phone: Phone; email: string | undefined } {
  const errors: Record<string, string> = {}
  const phone = parsePhone(countryCode, cellphone)
  if (cellphone === '') errors.cellphone = "can't be blank"
  else if (phone === undefined && countryCode !== '') errors.cellphone = 'is invalid'
  if (countryCode === '') errors.country_code = "can't be blank"
  else if (!isCallingCode(countryCode)) errors.country_code = 'is not supported'
  if (email === '' && service.alias !== undefined) errors.email = "can't be blank"
  if (email !== '' && !isEmail(email)) errors.email = 'is invalid'
  if (phone === undefined || Object.keys(errors).length > 0) throw invalidUser(errors)
  return { phone, email: email === '' ? undefined : email }
}

function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>\p{Cc}]+@[^\s@<>\p{Cc}]+\.[^\s@<>\p{Cc}]+$/u.test(text)
}

/** Deletes the user's secrets immediately, in every process. */
export async function removeUser(
  service: Twofactor,
  app: Pick<Application, 'id'>,
  user: UserRow,
  actor = `application:${app.id}`,
): Promise<void> {
  await service.database.write(async (tx) => {
    const now = service.clock.now()
    const pending = (await listPending(tx, user.id, now)).map(({ uuid }) => uuid)
    if (!(await removeUserRow(tx, user.id, now))) throw problem('user-unknown')
    await forgetOwner(tx, user.id)
    await addToStats(tx, app.id, monthOf(now), { removed: 1 })
    await recordChange(tx, inboxTopic, user.id)
    for (const uuid of pending) await recordChange(tx, approvalTopic, uuid)
    await recordAudit(tx, service, {
      actor,
      action: 'twofactor-user.remove',
      subject: `twofactor-user:${user.id}`,
    })
  })
}

export async function changeEmail(service: Twofactor, user: UserRow, email = ''): Promise<void> {
  if (!isEmail(email)) throw invalidUser({ email: email === '' ? "can't be blank" : 'is invalid' })
  await service.database.write(async (tx) => {
    await updateEmail(tx, user.id, service.vault.seal('twofactor.email', email))
    for (const { uuid } of await listPending(tx, user.id, service.clock.now()))
      await recordChange(tx, pollTopic, uuid)
  })
}

/** Writes the activity's type to the audit log, without the application's own data, which may contain anything. */
export async function noteActivity(
  service: Twofactor,
  app: Application,
  user: UserRow,
  kind: string,
): Promise<void> {
  await service.database.write((tx) =>
    recordAudit(tx, service, {
      actor: `application:${app.id}`,
      action: 'twofactor-user.activity',
      subject: `twofactor-user:${user.id}`,
      detail: { kind },
    }),
  )
}
