import { readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { identify, isRunning } from '../scripts/process-identity.js'
import { runStorage } from './storage.ts'

export const FOLDER_PREFIX = 'lanyard-test-postgres-'
export const OWNER_FILE = 'owner'
/** In another container the owner's number is another process. */
export const NAMESPACE_FILE = 'owner-namespace'

/** Names this process for `removeStaleServers`. */
export function signFolder(folder: string): void {
  writeFileSync(join(folder, NAMESPACE_FILE), processNamespace())
  writeFileSync(join(folder, OWNER_FILE), identify(process.pid))
}

function processNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Ends servers whose test run was killed, and removes their folders. Servers of runs that go on stay. */
export async function removeStaleServers(): Promise<void> {
  const folders = [...new Set([tmpdir(), runStorage])].flatMap((parent) =>
    readdirSync(parent)
      .filter((entry) => entry.startsWith(FOLDER_PREFIX))
      .map((entry) => join(parent, entry)),
  )
  for (const folder of folders) {
    const owner = readText(join(folder, OWNER_FILE))
    const namespace = readText(join(folder, NAMESPACE_FILE)) ?? processNamespace()
    // Without an owner it is another user's folder, or one that is being made right now.
    if (owner === undefined || namespace !== processNamespace() || isRunning(owner)) continue
    await endServer(join(folder, 'data'))
    rmSync(folder, { recursive: true, force: true })
  }
}

async function endServer(dataDir: string): Promise<void> {
  const pid = Number.parseInt(readText(join(dataDir, 'postmaster.pid')) ?? '', 10)
  if (!(pid > 0) || !servesFrom(pid, dataDir)) return
  const identity = identify(pid)
  for (const signal of ['SIGQUIT', 'SIGKILL'] as const) {
    if (isRunning(identity)) process.kill(pid, signal)
    for (let waited = 0; waited < 5_000 && isRunning(identity); waited += 20) await delay(20)
  }
}

/** A pid may have been given to another program since; PostgreSQL works in its data folder. */
function servesFrom(pid: number, dataDir: string): boolean {
  if (process.platform !== 'linux') return true
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === dataDir
  } catch {
    return false
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
