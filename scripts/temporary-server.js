// @ts-check
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from './setup.js'

/** @typedef {Awaited<ReturnType<typeof startTemporaryServer>>} TemporaryServer */

const main = join(root, 'dist', 'main.js')

/**
 * The built server on a free port, with data of its own that go when it ends.
 * @param {readonly (readonly string[])[]} [commands] run before it starts
 */
export async function startTemporaryServer(commands = []) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'lanyard-screens-'))
  // Nothing of the caller's own settings reaches it.
  const env = { PATH: process.env.PATH ?? '', LANYARD_DATA: dataFolder, LOG_LEVEL: 'warn' }
  const run = async (/** @type {readonly string[]} */ args) =>
    (await promisify(execFile)(process.execPath, [main, ...args], { cwd: dataFolder, env })).stdout
  for (const args of commands) await run(args)
  const child = spawn(process.execPath, [main, 'serve'], {
    cwd: dataFolder,
    env: { ...env, PORT: '0', LANYARD_RATE: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  process.once('exit', () => child.kill('SIGKILL'))
  return {
    url: await readAddress(child),
    dataFolder,
    run,
    async close() {
      child.kill('SIGTERM')
      await ended
      rmSync(dataFolder, { recursive: true, force: true })
    },
  }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>}
 */
function readAddress(child) {
  return new Promise((resolve, reject) => {
    let said = ''
    child.stderr?.on('data', (text) => {
      said += text
      const address = /^Lanyard is running at (http:\/\/localhost:\d+) /m.exec(said)?.[1]
      if (address !== undefined) resolve(address)
    })
    child.once('exit', () => reject(new Error(`the server did not start:\n${said}`)))
  })
}
