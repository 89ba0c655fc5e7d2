import { createRequire } from 'node:module'
import { install, isInstalled } from '../../../scripts/install.js'

const folder = import.meta.dirname

/** Runs `npm ci` in this folder where its packages are not there, and says so. */
export async function ensureClients(): Promise<void> {
  if (isInstalled(folder, 'run')) return
  process.stderr.write('npm ci in test/clients/authy: the foreign clients are not installed yet\n')
  await install(folder, 'run', () => {})
}

/** A package of this folder, as somebody else's code requires it. */
export function requireClient(name: string): unknown {
  return createRequire(`${folder}/package.json`)(name)
}
