import {
  closeSync,
  constants,
  fstatSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { syncFolder } from '../../kernel/base/durable-file.ts'
import type { Random } from '../../kernel/base/random.ts'
import { decodeBase64url } from '../../kernel/jwt/base64url.ts'
import type { Config } from '../config/config.ts'
import { ConfigError, quote } from '../config/error.ts'
import { exampleOf, type SettingName } from '../config/settings.ts'

/** The file of a key, and the setting that names it. */
type KeyFile = { path: string; setting: SettingName }

const keyBytes = 32
const mostFileBytes = 256
const othersMayTouch = 0o077
// File modes are not checked on Windows, which has no mode bits.
const posix = process.platform !== 'win32'

/** `isNew`: the data folder never contained an installation. */
type Source = { config: Config; random: Random; isNew?: boolean }

/**
 * The configured root key, or the one in the data folder, which is created at the first start. Throws a ConfigError.
 */
export function loadRootKey({ config, random, isNew = true }: Source): Uint8Array {
  const found = findRootKey(config)
  if (found !== undefined) return found
  const file = ownFile(config)
  if (!isNew) throw refuse(file, 'is missing: put it back from a copy, or give the key in LANYARD_SECRET')
  makeKey(config.dataFolder, file, random)
  return getKey(file)
}

/** Undefined if it does not exist because the server has never started. Throws a ConfigError. */
export function findRootKey(config: Config): Uint8Array | undefined {
  const { secret, secretFile } = config.security
  if (secret !== undefined) return Buffer.from(secret.reveal(), 'base64url')
  if (secretFile !== undefined) return getKey({ path: secretFile, setting: 'LANYARD_SECRET_FILE' })
  return findKey(ownFile(config))
}

function ownFile(config: Config): KeyFile {
  return { path: join(config.dataFolder, 'secret'), setting: 'LANYARD_DATA' }
}

function getKey(file: KeyFile): Uint8Array {
  const key = findKey(file)
  if (key === undefined) throw refuse(file, `does not exist, for example ${exampleOf(file.setting)}`)
  return key
}

function findKey(file: KeyFile): Uint8Array | undefined {
  let fd: number
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    fd = openSync(file.path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw refuse(file, `cannot be read (${codeOf(error)}): check its owner and its folder`)
  }
  try {
    return readKey(fd, file)
  } finally {
    closeSync(fd)
  }
}

function readKey(fd: number, file: KeyFile): Uint8Array {
  const stat = fstatSync(fd)
  if (!stat.isFile()) throw refuse(file, `is not a file, for example ${exampleOf(file.setting)}`)
  if (posix && (stat.mode & othersMayTouch) !== 0) {
    throw refuse(file, `is open to other users: close it with chmod 600 ${quote(file.path)}`)
  }
  const text = stat.size > mostFileBytes ? '' : readFileSync(fd, 'latin1').replace(/\r?\n$/, '')
  const key = decodeBase64url(text)
  // Never replace a damaged key file: everything encrypted with the right key would be lost.
  if (key?.length !== keyBytes)
    throw refuse(file, 'does not hold the base64url of 32 bytes: restore it from a copy')
  return key
}

/**
 * Of several processes that start at once, one creates the key: a link never replaces a file, and appears complete.
 */
function makeKey(folder: string, file: KeyFile, random: Random): void {
  const draft = `${file.path}.${random.bytes(8).toString('hex')}`
  const text = `${random.bytes(keyBytes).toString('base64url')}\n`
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true })
    linkUnlessThere(draft, file.path)
    rmSync(draft)
    syncFolder(folder)
  } catch (error) {
    throw refuse(file, `cannot be made (${codeOf(error)}): check the folder, or set LANYARD_SECRET`)
  }
}

function linkUnlessThere(draft: string, path: string): void {
  try {
    linkSync(draft, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

function refuse({ path, setting }: KeyFile, what: string): ConfigError {
  return new ConfigError(setting, `${setting}: the root key file ${quote(path)} ${what}`)
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown cause'
}
