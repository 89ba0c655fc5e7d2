// @ts-check
import { join } from 'node:path'
import { run } from './run.js'
import { root } from './setup.js'

/**
 * Runs a development tool in the clone, without colours where nobody looks at a terminal, and gives its status.
 * @param {string} script
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
export function runTool(script, args, env = {}) {
  const plain = process.stdout.isTTY ? {} : { NO_COLOR: '1' }
  return run(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env: { ...process.env, ...plain, ...env },
    stdio: 'inherit',
  })
}
