// @ts-check
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

/** @type {NodeJS.Signals[]} */
const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program to its end and gives its exit status. A signal that arrives meanwhile goes to the program, and
 * ends this process after it: an install or a test run never lives on without the one who asked for it.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { onStart?: (pid: number) => void }} options
 * @returns {Promise<number>}
 */
export function run(command, args, { onStart, ...options }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, options)
    /** @type {NodeJS.Signals | undefined} */
    let received
    const forward = (/** @type {NodeJS.Signals} */ signal) => {
      received = signal
      child.kill(signal)
    }
    for (const signal of FORWARDED) process.on(signal, forward)
    const settle = () => {
      for (const signal of FORWARDED) process.off(signal, forward)
    }
    child.on('error', (error) => {
      settle()
      reject(error)
    })
    child.on('close', (code, signal) => {
      settle()
      if (received !== undefined) process.exit(128 + constants.signals[received])
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0))
    })
    if (child.pid !== undefined) onStart?.(child.pid)
  })
}
