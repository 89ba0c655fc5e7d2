import { createRequire } from 'node:module'
import { ensurePackages } from '../../../scripts/setup.js'

const folder = import.meta.dirname

/** Both suites ask for them, each in a process of its own: one installs, the other waits. */
export async function ensureClients(): Promise<void> {
  await ensurePackages(folder, 'run', 'the foreign clients')
}

/** A package of this folder, as somebody else's code requires it. */
export function requireClient(name: string): unknown {
  return createRequire(`${folder}/package.json`)(name)
}
