import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import * as Type from 'typebox'
import { closed } from '../../kernel/schema.ts'
import { syncFolder } from '../../kernel/sync-folder.ts'
import { findErrors } from '../../kernel/validate.ts'
import { CommandError } from '../commands/command-error.ts'

const key = closed({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String({ minLength: 43, maxLength: 43 }),
  d: Type.String({ minLength: 43, maxLength: 43 }),
})

const storedDevice = closed({
  key,
  /** Where the key is registered, if that is not the issuer of the settings. */
  issuer: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  registered: Type.Boolean(),
  /** Revokes the key without it. */
  secret: Type.Optional(Type.String()),
  /** The key that takes over, kept from before the issuer is told until it has answered. */
  next: Type.Optional(key),
  /** Claim tokens: the issuer's word for the addresses that the device proved. */
  claims: closed({ email: Type.Optional(Type.String()), phone: Type.Optional(Type.String()) }),
})

export type StoredDevice = Type.Static<typeof storedDevice>

const othersMayTouch = 0o077

/** Undefined where there is none. */
export function findDevice(path: string): StoredDevice | undefined {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return undefined
  if (process.platform !== 'win32' && (stat.mode & othersMayTouch) !== 0)
    throw new CommandError(`${path} is open to other users: close it with chmod 600`)
  const device = parse(readFileSync(path, 'utf8'))
  if (findErrors(storedDevice, device, '').length === 0) return device as StoredDevice
  throw new CommandError(`${path} does not hold a device: name another file with --file`)
}

export function getDevice(path: string): StoredDevice {
  const device = findDevice(path)
  if (device?.registered) return device
  throw new CommandError(`there is no device in ${path}: make one with \`lanyard device create\``)
}

/** Takes the place of the file as a whole: a key is never half written. */
export function saveDevice(path: string, device: StoredDevice): void {
  const draft = `${path}.${process.pid}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(draft, `${JSON.stringify(device, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true })
    renameSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
  syncFolder(dirname(path))
}

export function removeDevice(path: string): void {
  rmSync(path)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
