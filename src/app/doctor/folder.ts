import { accessSync, constants, existsSync, readdirSync, type Stats, statfsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Finding, fault, good } from '../commands/base/findings.ts'
import type { Config } from '../config/config.ts'
import { findRootKey } from '../context/root-key.ts'

const ownFile = /^(secret|installation\.json|outbox(\.[\d-]+)?\.jsonl|server\.lock|lanyard\.sqlite.*)$/
const othersMayTouch = 0o077
const gigabyte = 1024 ** 3
// SQLite's write-ahead log alone may grow to 64 MB and more.
const leastFree = 0.2 * gigabyte
const comfortable = gigabyte

export function checkFolder({ dataFolder }: Config): Finding[] {
  const stat = statSync(dataFolder, { throwIfNoEntry: false })
  if (stat === undefined) return [checkParent(dataFolder)]
  if (!stat.isDirectory()) return [fault('data folder', `${dataFolder} is not a folder: set LANYARD_DATA`)]
  if (!mayWrite(dataFolder)) return [fault('data folder', `${dataFolder} is not writable by this user`)]
  const findings = [good('data folder', `${dataFolder}, mode ${modeOf(stat)}`)]
  if (isOpen(stat))
    findings.push(good('advice', `other users can open ${dataFolder}: run chmod 700 ${dataFolder}`))
  return [...findings, ...checkFiles(dataFolder)]
}

export function checkDisk({ dataFolder }: Config): Finding {
  const folder = findExisting(dataFolder)
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const text = `${(free / gigabyte).toFixed(1)} GB are free at ${folder}`
  if (free < leastFree)
    return fault('disk', `${text}: the server will soon stop accepting changes, free some space`)
  return good('disk', free < comfortable ? `${text}, which is little` : text)
}

export function checkRootKeySource(config: Config): Finding {
  const { secret, secretFile } = config.security
  const own = join(config.dataFolder, 'secret')
  if (findRootKey(config) === undefined) return good('root key', `the first start will create it in ${own}`)
  if (secret !== undefined) return good('root key', 'from LANYARD_SECRET')
  return good(
    'root key',
    secretFile === undefined ? `from ${own}` : `from LANYARD_SECRET_FILE, ${secretFile}`,
  )
}

function checkParent(dataFolder: string): Finding {
  const parent = findExisting(dataFolder)
  if (mayWrite(parent)) return good('data folder', `the first start will create ${dataFolder}`)
  return fault('data folder', `${dataFolder} can’t be created: ${parent} is not writable by this user`)
}

/** The server's files (root key, messages, database) must be accessible only to their owner. */
function checkFiles(dataFolder: string): Finding[] {
  return readdirSync(dataFolder)
    .filter((name) => ownFile.test(name))
    .map((name) => join(dataFolder, name))
    .flatMap((path) => {
      const stat = statSync(path, { throwIfNoEntry: false })
      if (stat === undefined || !stat.isFile() || !isOpen(stat)) return []
      return [
        fault(
          'data folder',
          `${path} has mode ${modeOf(stat)}, readable by other users: run chmod 600 ${path}`,
        ),
      ]
    })
}

function findExisting(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExisting(dirname(path))
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isOpen({ mode }: Stats): boolean {
  return process.platform !== 'win32' && (mode & othersMayTouch) !== 0
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8)
}
