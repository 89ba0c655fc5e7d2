import { changeBlock } from '../../../client/device/answers.ts'
import { requestCode } from '../../../client/device/identity.ts'
import { confirmAddress } from '../../device/addresses.ts'
import { fingerprintOf } from '../../device/device-key.ts'
import { oneLine } from '../../device/issuer-link.ts'
import { createDevice, revokeDevice } from '../../device/registration.ts'
import { rotateKey } from '../../device/rotation.ts'
import { type DeviceOptions, openSession } from '../../device/session.ts'
import { CommandError } from '../base/command-error.ts'
import { print, table } from '../base/output.ts'

export async function create(options: DeviceOptions & { name?: string }): Promise<void> {
  const created = await createDevice(options)
  const text = `${created.fingerprint}\n\nRegistered with ${created.issuer}. The key is in ${created.file}.`
  print(created, text, options)
}

export async function show(options: DeviceOptions): Promise<void> {
  const { client, url, path, fingerprint } = await openSession(options)
  const { body } = await client.getKey({ params: { PK: fingerprint } })
  if (body === undefined) throw new CommandError('the server sent nothing about this key')
  const { name, status, since, claims } = body
  const rows = [
    ['fingerprint', fingerprint],
    ['name', oneLine(name ?? '-')],
    ['status', status],
    ['verified', claims.join(', ') || '-'],
    ['since', since],
    ['issuer', url],
    ['file', path],
  ]
  print({ fingerprint, name, status, claims, since, issuer: url, file: path }, table(rows), options)
}

export async function verify(options: DeviceOptions & { email?: string; phone?: string }): Promise<void> {
  const { email, phone } = options
  const address = email ?? phone
  if (address === undefined) throw new CommandError('give --email or --phone')
  const session = await openSession(options)
  const asked = await requestCode(session, email === undefined ? 'phone' : 'email', address)
  const text = `${asked.job}\n\nA code is on its way (see \`lanyard outbox\`): lanyard device confirm ${asked.job} CODE`
  print(asked, text, options)
}

export async function confirm(job: string, code: string, options: DeviceOptions): Promise<void> {
  const confirmed = await confirmAddress(await openSession(options), job, code)
  print(confirmed, `${confirmed.claim} ${oneLine(confirmed.value)} is verified.`, options)
}

export async function block(app: string, options: DeviceOptions): Promise<void> {
  const blocked = await changeBlock(await openSession(options), { block: app })
  print({ blocked }, `Blocked: ${blocked.join(', ')}`, options)
}

export async function unblock(app: string, options: DeviceOptions): Promise<void> {
  const blocked = await changeBlock(await openSession(options), { unblock: app })
  print(
    { blocked },
    blocked.length === 0 ? 'No applications are blocked.' : `Blocked: ${blocked.join(', ')}`,
    options,
  )
}

export async function rotate(options: DeviceOptions): Promise<void> {
  const session = await openSession(options)
  const renewed = await rotateKey(session, session.path, session.device)
  const fingerprint = fingerprintOf(renewed.key)
  const lost = Object.keys(session.device.claims)
  const again =
    lost.length === 0
      ? ''
      : `\nVerified addresses belong to the old key: verify ${lost.join(' and ')} again to share it.`
  const text = `${fingerprint}\n\nThe old key, ${session.fingerprint}, is revoked.${again}`
  print({ fingerprint, replaces: session.fingerprint }, text, options)
}

export async function revoke(options: DeviceOptions): Promise<void> {
  const session = await openSession(options)
  await revokeDevice(session)
  const { fingerprint, path } = session
  print({ fingerprint, status: 'revoked' }, `${fingerprint} is revoked, and ${path} deleted.`, options)
}
