import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { identify, isRunning } from '../scripts/process-identity.js'

const FOLDER_PREFIX = 'lanyard-test-run-'
const OWNER_FILE = 'owner'

/** Names the folder of this run to the workers: a file for each process that a test started and that has not ended. */
const FOLDER_VARIABLE = 'LANYARD_TEST_STARTED'

/** Called once before all tests. The function that it gives back ends what the tests of this run left running. */
export function trackProcesses(): () => void {
  endStaleRuns()
  const folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
  writeFileSync(join(folder, OWNER_FILE), identify(process.pid))
  process.env[FOLDER_VARIABLE] = folder
  return () => endRun(folder)
}

/** Makes sure that a process ends with the run, even where its test failed or the test's own process was killed. */
export function track<T extends ChildProcess>(child: T): T {
  const folder = process.env[FOLDER_VARIABLE]
  if (folder === undefined || child.pid === undefined) return child
  const file = join(folder, String(child.pid))
  writeFileSync(file, identify(child.pid))
  child.once('exit', () => rmSync(file, { force: true }))
  return child
}

/** Runs that were killed before they could tidy up. */
function endStaleRuns(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(FOLDER_PREFIX))) {
    const folder = join(tmpdir(), name)
    const owner = readText(join(folder, OWNER_FILE))
    // Without an owner it is another user's folder, or one that is being made right now.
    if (owner !== undefined && !isRunning(owner)) endRun(folder)
  }
}

function endRun(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry !== OWNER_FILE)) {
    if (isRunning(readText(join(folder, name)) ?? '')) kill(Number(name))
  }
  rmSync(folder, { recursive: true, force: true })
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended in the meantime.
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
