// @ts-check
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.js'

/** @typedef {'run' | 'all'} Mode what to run the server, or the development tools too */
/** @typedef {{ version?: string, integrity?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage */

/** Settings of an outer npm that would change what a nested `npm ci` installs, or what it prints. */
const OUTER_NPM =
  /^npm_(lifecycle_|package_|command$|config_(omit|include|production|only|also|dev|optional|dry_run|global|location|local_prefix|prefix|package_lock|package_lock_only|install_strategy|global_style|legacy_bundling|install_links|workspaces?|include_workspace_root|json|parseable|long)$)/i

/**
 * Whether node_modules holds what package-lock.json asks for. The stamp answers at once; without one (somebody ran
 * npm by hand) npm's own record of the tree is compared and the stamp is written.
 * @param {string} root
 * @param {Mode} mode
 */
export function isInstalled(root, mode) {
  const lock = readFileSync(join(root, 'package-lock.json'))
  const stamped = readStamp(root)
  if (stamped?.hash === hash(lock) && (stamped.mode === 'all' || stamped.mode === mode)) return true
  if (!treeMatches(root, lock, mode)) return false
  try {
    writeStamp(root, mode, lock)
  } catch {
    // A folder that may only be read: the next start compares again.
  }
  return true
}

/**
 * @param {string} root
 * @param {Mode} wanted
 * @param {(pid: number) => void} onStart
 */
export async function install(root, wanted, onStart) {
  // A plain start in a developer's clone does not throw the development tools away.
  const mode = readStamp(root)?.mode === 'all' ? 'all' : wanted
  const lock = readFileSync(join(root, 'package-lock.json'))
  const status = await npm(root, ['ci', ...(mode === 'all' ? ['--include=dev'] : ['--omit=dev'])], onStart)
  if (status !== 0) {
    throw new Error(
      `npm ci ended with status ${status} (its message is above): check the network and the disk, then run this again`,
    )
  }
  writeStamp(root, mode, lock)
}

/**
 * The npm that runs this script, if one does, or the one on the path.
 * @param {string} root
 * @param {string[]} args
 * @param {(pid: number) => void} onStart
 */
async function npm(root, args, onStart) {
  const cli = process.env.npm_execpath
  const [command, first] = cli?.endsWith('npm-cli.js') ? [process.execPath, [cli]] : ['npm', []]
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !OUTER_NPM.test(name)))
  try {
    return await run(command, [...first, ...args], {
      cwd: root,
      env,
      stdio: ['ignore', 2, 2],
      shell: process.platform === 'win32' && first.length === 0,
      onStart,
    })
  } catch (error) {
    throw new Error(
      `npm could not be started (${/** @type {Error} */ (error).message}): install Node.js with npm`,
    )
  }
}

/**
 * @param {string} root
 * @param {Buffer} lock
 * @param {Mode} mode
 */
function treeMatches(root, lock, mode) {
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'))
  if (installed === undefined) return false
  const locked = Object.entries(
    /** @type {{ packages: Record<string, LockedPackage> }} */ (JSON.parse(String(lock))).packages,
  )
  return locked.every(([path, wanted]) => {
    if (path === '' || (mode === 'run' && wanted.dev) || !isForThisMachine(wanted)) return true
    const found = installed[path]
    return found?.version === wanted.version && found?.integrity === wanted.integrity
  })
}

/**
 * @param {string} path
 * @returns {Record<string, LockedPackage> | undefined}
 */
function readPackages(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** @param {LockedPackage} wanted */
function isForThisMachine({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return true
  return (
    (os?.includes(process.platform) ?? true) && (cpu?.includes(process.arch) ?? true) && libc === undefined
  )
}

/** @param {string} root */
function stampPath(root) {
  return join(root, 'node_modules', '.lanyard-installed')
}

/**
 * @param {string} root
 * @returns {{ mode: string | undefined, hash: string | undefined } | undefined}
 */
function readStamp(root) {
  try {
    const [mode, hash] = readFileSync(stampPath(root), 'utf8').split(' ')
    return { mode, hash }
  } catch {
    return undefined
  }
}

/**
 * @param {string} root
 * @param {Mode} mode
 * @param {Buffer} lock
 */
function writeStamp(root, mode, lock) {
  writeFileSync(stampPath(root), `${mode} ${hash(lock)}`)
}

/** @param {Buffer} lock */
function hash(lock) {
  return createHash('sha256').update(`${process.platform} ${process.arch} `).update(lock).digest('hex')
}
