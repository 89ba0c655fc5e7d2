import { rmSync } from 'node:fs'
import * as Type from 'typebox'
import { closed } from '../../kernel/contract/schema.ts'
import { CommandError } from '../commands/base/command-error.ts'
import { readPrivateFile, savePrivateFile } from './private-file.ts'

export const storedKey = closed({
  kty: Type.Literal('OKP'),
  crv: Type.Literal('Ed25519'),
  x: Type.String({ minLength: 43, maxLength: 43 }),
  d: Type.String({ minLength: 43, maxLength: 43 }),
})

const storedDevice = closed({
  key: storedKey,
  /** The issuer where the key is registered, if it is not the configured one. */
  issuer: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  registered: Type.Boolean(),
  /** Revokes the key without needing its private key. */
  secret: Type.Optional(Type.String()),
  /** The new key in a rotation, stored from before the issuer is asked until it has answered. */
  next: Type.Optional(storedKey),
  /** Claim tokens: the issuer's confirmations of the addresses that the device has verified. */
  claims: closed({ email: Type.Optional(Type.String()), phone: Type.Optional(Type.String()) }),
})

export type StoredDevice = Type.Static<typeof storedDevice>

/** Undefined if there is none. */
export function findDevice(path: string): StoredDevice | undefined {
  return readPrivateFile(path, storedDevice)
}

export function getDevice(path: string): StoredDevice {
  const device = findDevice(path)
  if (device?.registered) return device
  throw new CommandError(`there is no device in ${path}: make one with \`lanyard device create\``)
}

export function saveDevice(path: string, device: StoredDevice): void {
  savePrivateFile(path, device)
}

export function removeDevice(path: string): void {
  rmSync(path)
}
