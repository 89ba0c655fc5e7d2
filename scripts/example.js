// @ts-check
import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ensureBuilt, ensureInstalled, root, runMain } from './setup.js'
import { runTool } from './tool.js'

const { PORT = '4000', LANYARD = `http://localhost:${PORT}`, LANYARD_DATA = 'data' } = process.env
const EXAMPLE_DATA = resolve(process.env.EXAMPLE_DATA ?? join(LANYARD_DATA, 'example'))
const command = join(root, 'lanyard')

/** Runs examples/sign-in beside the Lanyard that answers, or one that it starts, with an API key of its own. */
await runMain(async () => {
  await ensureInstalled('run')
  await ensureBuilt()
  if (!(await answers())) await startLanyard()
  process.exitCode = await runTool('examples/sign-in/main.js', [], {
    LANYARD,
    EXAMPLE_DATA,
    TWOFACTOR_KEY: process.env.TWOFACTOR_KEY ?? (await readKey()),
  })
})

async function answers() {
  const response = await fetch(`${LANYARD}/readyz`).catch(() => undefined)
  return response?.ok === true
}

/** It ends with this process: both belong to the same terminal. */
async function startLanyard() {
  if (process.env.LANYARD !== undefined)
    throw new Error(`nothing is running at ${LANYARD}: start Lanyard there`)
  // One line a request would bury the one that says where the example is.
  const env = { LOG_LEVEL: 'warn', ...process.env }
  const child = spawn(process.execPath, [command, 'serve'], { env, stdio: ['ignore', 'inherit', 'inherit'] })
  child.unref()
  process.once('exit', () => child.kill('SIGTERM'))
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error('Lanyard did not start: fix the problem shown above')
    await delay(100)
  }
}

/** The key of the last time while it is good, or a new one. */
async function readKey() {
  const file = join(EXAMPLE_DATA, 'twofactor-key')
  const known = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  if (known !== undefined && (await isGood(known))) return known
  const args = [command, 'key', 'create', '--service', 'twofactor', '--name', 'Little Bank', '--json']
  const { stdout } = await promisify(execFile)(process.execPath, args)
  /** @type {{ key: string }} */
  const { key } = JSON.parse(stdout)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, key, { mode: 0o600 })
  return key
}

/** @param {string} key */
async function isGood(key) {
  const headers = { 'x-twofactor-api-key': key }
  return (await fetch(`${LANYARD}/twofactor/protected/json/app/details`, { headers })).ok
}
