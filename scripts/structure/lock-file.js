// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('./arrows.js').Finding} Finding */
/** @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest */

/**
 * A registry that lacks a platform's package leaves it out of the lock file, and then `npm ci` fails everywhere.
 * @param {string} root
 * @returns {Finding[]}
 */
export function checkLock(root) {
  const path = join(root, 'package-lock.json')
  if (!existsSync(path)) return []
  /** @type {Record<string, Manifest>} */
  const packages = JSON.parse(readFileSync(path, 'utf8')).packages
  return Object.entries(packages).flatMap(([at, { dependencies, devDependencies, optionalDependencies }]) => {
    const wanted = { ...dependencies, ...optionalDependencies, ...(at === '' ? devDependencies : {}) }
    const missing = Object.keys(wanted).filter((name) => !isLocked(packages, at, name))
    if (missing.length === 0) return []
    const message = `${at || 'package.json'} asks for ${missing.join(', ')}, and no entry is here, so \`npm ci\` refuses: choose a version that the registry has for every platform`
    return [{ path: 'package-lock.json', line: 1, message }]
  })
}

/**
 * @param {Record<string, Manifest>} packages
 * @param {string} at
 * @param {string} name
 */
function isLocked(packages, at, name) {
  for (let folder = at; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('node_modules/') - 1))) {
    if (`${folder && `${folder}/`}node_modules/${name}` in packages) return true
    if (folder === '') return false
  }
}
