import * as Type from 'typebox'
import { closed, orNull } from '../../kernel/contract/schema.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { qrDataUrl } from '../../kernel/images/qr-code.ts'
import { readRecipient } from '../../kernel/web-push/recipient.ts'
import { recordAudit } from '../../platform/audit/entries.ts'
import { recordChange } from '../../platform/changes/changes.ts'
import { isConfidential } from '../../platform/push/delivery.ts'
import { holdUser } from '../base/approval-store.ts'
import { problem } from '../base/problems.ts'
import type { DeviceRow, UserRow } from '../base/tables.ts'
import { inboxTopic } from '../base/topics.ts'
import type { Application, Twofactor } from '../base/twofactor.ts'
import { findUser } from '../base/user-store.ts'
import { deleteForeignSeeds, insertSeed } from './code-store.ts'
import {
  deleteDevice,
  insertDevice,
  insertEnrolment,
  listDevices,
  MOST_DEVICES,
  spendEnrolment,
  takeDevice,
  updateDevice,
} from './device-store.ts'
import { spendOnce, verifyDevice, verifyNewDevice } from './device-token.ts'
import { otpauthUri } from './totp.ts'

const ENROLMENT_MS = 900_000
const SEED_BYTES = 20
const CODE_LENGTH = 24
const ENROLLED_ALREADY = 'This device is enrolled for the user already'

const subscription = closed({
  endpoint: Type.String({ minLength: 1, maxLength: 2_048 }),
  expirationTime: Type.Optional(orNull(Type.Number())),
  keys: closed({
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$' }),
  }),
})
const name = Type.String({ minLength: 1, maxLength: 100, pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$' })
const newDevice = closed({
  name: Type.Optional(name),
  os_type: Type.Optional(Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9 ._-]*$' })),
  devtoken: Type.Optional(subscription),
})
const deviceChange = closed({
  name: Type.Optional(name),
  devtoken: Type.Optional(orNull(subscription)),
})
const deviceEnd = closed({ remove: Type.Optional(Type.Literal(true)) })

/** Refuses an unusable push subscription during the request, while the device can still report the error. */
function checkSubscription(service: Twofactor, { endpoint, keys }: Type.Static<typeof subscription>): void {
  service.checkAddress(endpoint)
  if (!isConfidential(endpoint))
    throw problem('invalid-request', { detail: '/devtoken/endpoint is not an https address' })
  if (readRecipient(keys) === undefined)
    throw problem('invalid-request', { detail: '/devtoken/keys are not those of a push subscription' })
}

type Enrolment = { code: string; url: string; qr_code: string; expires_at: string }

export async function createEnrolment(service: Twofactor, user: UserRow): Promise<Enrolment> {
  const { code, url, expiresAt } = await service.database.write((tx) => addEnrolment(tx, service, user))
  return { code, url, qr_code: qrDataUrl(url, 300), expires_at: new Date(expiresAt).toISOString() }
}

/**
 * Works once, for 15 minutes, and gives the new device the place of the one that it replaces, if any. The code comes after the hash of the link, which browsers never send to a server.
 */
export async function addEnrolment(
  tx: Transaction,
  service: Twofactor,
  user: UserRow,
  replaces: string | null = null,
): Promise<{ code: string; url: string; expiresAt: number }> {
  const code = service.ids.code(CODE_LENGTH)
  const expiresAt = service.clock.now() + ENROLMENT_MS
  await insertEnrolment(tx, {
    digest: digestEnrolment(service, code),
    user_id: user.id,
    expires_at: expiresAt,
    used_at: null,
    replaces,
  })
  return { code, url: `${service.authenticatorUrl}#/enrol/${code}`, expiresAt }
}

function digestEnrolment({ vault }: Twofactor, code: string): string {
  return vault.digest('twofactor.enrolment', code)
}

type EnrolledDevice = { id: string; user: UserRow; uri: string }

/**
 * The device keeps its private key and the service stores the public key. The seed is shown only in this response.
 */
export async function enrolDevice(
  service: Twofactor,
  code: string,
  text: string,
  appOf: (applicationId: string) => Promise<Application | undefined>,
): Promise<EnrolledDevice & { app: Application }> {
  const token = await verifyNewDevice(service, text, newDevice)
  const { devtoken, name: label } = token.members
  if (devtoken !== undefined) checkSubscription(service, devtoken)
  const seed = service.random.bytes(SEED_BYTES)
  const now = service.clock.now()
  const device = toDevice(service, token, now)
  const { id } = device
  const user = await service.database.write(async (tx) => {
    const { user: enrolled, replaces } = await takeEnrolment(tx, digestEnrolment(service, code), now)
    await spendOnce(tx, token)
    if (replaces !== null) await endReplaced(tx, service, enrolled, { replaces, next: device })
    const isNew = await insertDevice(tx, { ...device, user_id: enrolled.id })
    if (!isNew) throw problem('invalid-request', { detail: await whyNotEnrolled(tx, enrolled, token) })
    await insertSeed(tx, sealSeed(service, { user: enrolled, deviceId: id, seed, now }))
    await recordAudit(tx, service, {
      actor: `twofactor-device:${id}`,
      action: 'twofactor-device.enrol',
      subject: `twofactor-user:${enrolled.id}`,
    })
    return enrolled
  })
  const app = await appOf(user.application_id)
  if (app === undefined) throw problem('enrolment-unknown')
  return { id, user, app, uri: otpauthUri({ seed, issuer: app.name, label: label ?? 'Lanyard' }) }
}

type NewDevice = Awaited<ReturnType<typeof verifyNewDevice<typeof newDevice>>>

function toDevice({ ids, vault }: Twofactor, token: NewDevice, now: number): Omit<DeviceRow, 'user_id'> {
  const { name: label, os_type, devtoken } = token.members
  return {
    id: ids.uuid(),
    fingerprint: token.fingerprint,
    jwk: JSON.stringify(token.jwk),
    name: label ?? null,
    os_type: os_type ?? null,
    devtoken: devtoken === undefined ? null : vault.seal('twofactor.devtoken', JSON.stringify(devtoken)),
    created_at: now,
    seen_at: now,
  }
}

/** Spends the code, and holds the user whom it enrols to the end of the transaction. */
async function takeEnrolment(
  tx: Transaction,
  digest: string,
  now: number,
): Promise<{ user: UserRow; replaces: string | null }> {
  const enrolment = await spendEnrolment(tx, digest, now)
  if (enrolment === undefined) throw problem('enrolment-unknown')
  const { user_id, replaces } = enrolment
  const held = await holdUser(tx, user_id)
  const user = held === undefined ? undefined : await findUser(tx, user_id)
  if (user === undefined) throw problem('enrolment-unknown')
  return { user, replaces }
}

type Replacement = { replaces: string; next: Pick<DeviceRow, 'id' | 'fingerprint'> }

/** Deleted before the new device is added, so that a user with the maximum number of devices can move one too. */
async function endReplaced(
  tx: Transaction,
  service: Twofactor,
  user: UserRow,
  { replaces, next }: Replacement,
): Promise<void> {
  const former = await takeDevice(tx, user.id, replaces)
  if (former === undefined) throw problem('enrolment-unknown')
  if (former === next.fingerprint) throw problem('invalid-request', { detail: ENROLLED_ALREADY })
  await recordChange(tx, inboxTopic, user.id)
  await recordAudit(tx, service, {
    actor: `twofactor-device:${next.id}`,
    action: 'twofactor-device.replace',
    subject: `twofactor-user:${user.id}`,
    detail: { replaced: replaces },
  })
}

async function whyNotEnrolled(
  tx: Transaction,
  user: UserRow,
  { fingerprint }: { fingerprint: string },
): Promise<string> {
  const devices = await listDevices(tx, user.id)
  return devices.some((device) => device.fingerprint === fingerprint)
    ? ENROLLED_ALREADY
    : `A user has at most ${MOST_DEVICES} devices: remove one first`
}

type NewSeed = { user: UserRow; deviceId: string | null; seed: Buffer; now: number }

function sealSeed({ vault, ids }: Twofactor, { user, deviceId, seed, now }: NewSeed) {
  const sealed = vault.seal('twofactor.seed', seed.toString('base64url'))
  return {
    id: ids.uuid(),
    user_id: user.id,
    device_id: deviceId,
    seed: sealed,
    last_step: 0,
    created_at: now,
  }
}

type SharedSecret = { uri: string; qr_code: string; label: string; issuer: string }

/**
 * Creates a TOTP secret for any app that supports RFC 6238. A further call replaces the secret; the old one is never
 * shown again.
 */
export async function createSecret(
  service: Twofactor,
  app: Application,
  user: UserRow,
  { label, size, actor }: { label: string; size: number; actor?: string },
): Promise<SharedSecret> {
  const seed = service.random.bytes(SEED_BYTES)
  await service.database.write(async (tx) => {
    if ((await holdUser(tx, user.id)) === undefined) throw problem('user-unknown')
    await deleteForeignSeeds(tx, user.id)
    await insertSeed(tx, sealSeed(service, { user, deviceId: null, seed, now: service.clock.now() }))
    const subject = `twofactor-user:${user.id}`
    if (actor !== undefined)
      await recordAudit(tx, service, { actor, action: 'twofactor-user.secret', subject })
  })
  const uri = otpauthUri({ seed, issuer: app.name, label })
  return { uri, qr_code: qrDataUrl(uri, size), label, issuer: app.name }
}

export async function changeDevice(service: Twofactor, text: string): Promise<void> {
  const token = await verifyDevice(service, text, deviceChange)
  const { name: label, devtoken } = token.members
  if (devtoken !== undefined && devtoken !== null) checkSubscription(service, devtoken)
  const [device] = token.devices
  await service.database.write(async (tx) => {
    await spendOnce(tx, token)
    const sealed =
      devtoken === undefined
        ? (device?.devtoken ?? null)
        : devtoken === null
          ? null
          : service.vault.seal('twofactor.devtoken', JSON.stringify(devtoken))
    await updateDevice(tx, {
      fingerprint: token.fingerprint,
      name: label ?? device?.name ?? null,
      devtoken: sealed,
      now: service.clock.now(),
    })
  })
}

export async function removeDevice(service: Twofactor, text: string): Promise<void> {
  const token = await verifyDevice(service, text, deviceEnd)
  await service.database.write(async (tx) => {
    await spendOnce(tx, token)
    await deleteDevice(tx, token.fingerprint)
    for (const { id, user_id } of token.devices) {
      await recordChange(tx, inboxTopic, user_id)
      await recordAudit(tx, service, {
        actor: `twofactor-device:${id}`,
        action: 'twofactor-device.remove',
        subject: `twofactor-user:${user_id}`,
      })
    }
  })
}
