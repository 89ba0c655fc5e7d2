import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { withLock } from '../../scripts/lock.js'
import { identify, isRunning } from '../../scripts/process-identity.js'

function lockPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'lock')
}

/** A lock that the given processes hold. */
function heldBy(...identities: string[]): string {
  const path = lockPath()
  mkdirSync(path)
  for (const identity of identities) writeFileSync(join(path, identity.split(' ')[0] ?? ''), identity)
  return path
}

/** Names a process that did run and has ended. A made-up name could be that of a process of this machine. */
async function endedProcess(): Promise<string> {
  const child = spawn(process.execPath, ['-e', ''])
  const identity = identify(child.pid ?? 0)
  await once(child, 'exit')
  return identity
}

const noWait = (holder: string) => expect.fail(`waits for ${holder}`)

it('lets one work at a time and tells the others whom they wait for', async () => {
  const path = lockPath()
  const waited: string[] = []
  let inside = 0
  const work = async () => {
    inside += 1
    expect(inside).toBe(1)
    await new Promise(setImmediate)
    inside -= 1
  }
  await Promise.all(Array.from({ length: 5 }, () => withLock(path, work, (holder) => waited.push(holder))))
  expect(waited).toEqual(Array(4).fill(`process ${process.pid}`))
  expect(existsSync(path)).toBe(false)
})

it('releases the lock when the work fails', async () => {
  const path = lockPath()
  const failing = withLock(path, () => Promise.reject(new Error('no network')), noWait)
  await expect(failing).rejects.toThrow('no network')
  expect(existsSync(path)).toBe(false)
})

it('takes over the lock of a process that has ended', async () => {
  const holder = await endedProcess()
  await expect(withLock(heldBy(holder), async () => 'done', noWait)).resolves.toBe('done')
})

it('takes over the lock of a process whose number another one has now', async () => {
  await expect(withLock(heldBy(`${process.pid} 1`), async () => 'done', noWait)).resolves.toBe('done')
})

it('waits for the child of a holder that was killed', async () => {
  const holder = await endedProcess()
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'])
  onTestFinished(() => void child.kill('SIGKILL'))
  const identity = identify(child.pid ?? 0)
  const path = heldBy(holder, identity)
  await withLock(
    path,
    async () => expect(isRunning(identity)).toBe(false),
    () => child.stdin.end(),
  )
})

it('is never seen without its holder, so that nobody takes it while it is released', async () => {
  const path = lockPath()
  const watch = `
    const { readdirSync, statSync } = require('node:fs')
    const path = ${JSON.stringify(path)}
    const changed = () => statSync(path, { bigint: true }).ctimeNs
    let empty = 0
    process.on('message', () => process.send(empty, () => process.exit()))
    process.send('ready')
    setInterval(() => {
      for (let looks = 0; looks < 2_000; looks += 1) {
        try {
          // A folder that is moved away while it is read looks empty too.
          const before = changed()
          if (readdirSync(path).length === 0 && changed() === before) empty += 1
        } catch {}
      }
    }, 0)`
  const watcher = spawn(process.execPath, ['-e', watch], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void watcher.kill('SIGKILL'))
  await once(watcher, 'message')
  // Several processes at once leave more files to remove, and more time between the first and the last.
  const work = async (join: (pid: number) => void) => join(process.ppid)
  for (let round = 0; round < 1_000; round += 1) await withLock(path, work, noWait)
  watcher.send('enough')
  expect(await once(watcher, 'message')).toEqual([0, undefined])
})
