// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./arrows.js').Finding} Finding */
/** @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} Manifest */

/**
 * Packages that nobody imports, imports that package.json does not name, and a lock file that `npm ci` would refuse.
 * @param {Tree} tree
 * @param {string} root
 * @returns {Finding[]}
 */
export function checkPackages(tree, root) {
  const path = join(root, 'package.json')
  if (!existsSync(path)) return []
  const text = readFileSync(path, 'utf8')
  /** @type {Manifest} */
  const manifest = JSON.parse(text)
  return [...checkImports(tree, manifest), ...checkDeclared(tree, manifest, text), ...checkLock(root)]
}

/**
 * @param {Tree} tree
 * @param {Manifest} manifest
 * @returns {Finding[]}
 */
function checkImports(tree, { dependencies = {}, devDependencies = {} }) {
  return [...tree.values()].flatMap(({ path, imports }) =>
    imports.flatMap(({ packageName, typeOnly, line }) => {
      if (packageName === undefined || packageName in dependencies) return []
      if (!(packageName in devDependencies)) {
        return [{ path, line, message: `${packageName} is not in package.json: add it to dependencies` }]
      }
      if (!path.startsWith('src/') || typeOnly) return []
      const message = `${packageName} is a development dependency and missing where the server is built: move it to dependencies`
      return [{ path, line, message }]
    }),
  )
}

/**
 * @param {Tree} tree
 * @param {Manifest} manifest
 * @param {string} text
 * @returns {Finding[]}
 */
function checkDeclared(tree, { dependencies = {}, devDependencies = {} }, text) {
  const files = [...tree.values()]
  const imported = new Set(files.flatMap(({ imports }) => imports.map(({ packageName }) => packageName)))
  const isNamed = (/** @type {string} */ name) => {
    const asPart = new RegExp(`^(node_modules/)?${name}(/|$)`)
    return files.some(({ texts }) => texts.some((found) => asPart.test(found.text)))
  }
  return Object.keys({ ...dependencies, ...devDependencies })
    .filter((name) => {
      const typed = /^@types\/(.+)$/.exec(name)?.[1]
      return !(typed === 'node' || imported.has(typed ?? name) || isNamed(name))
    })
    .map((name) => ({
      path: 'package.json',
      line: text.slice(0, text.indexOf(`"${name}"`)).split('\n').length,
      message: `nobody imports ${name}: remove it with \`npm uninstall ${name}\``,
    }))
}

/**
 * A registry that lacks a platform's package leaves it out of the lock file, and then `npm ci` fails everywhere.
 * @param {string} root
 * @returns {Finding[]}
 */
function checkLock(root) {
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
