// @ts-check
import { reach } from './arrows.js'

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./arrows.js').Finding} Finding */

const FIX = 'remove it, or mark it with a `/** @public … */` comment that says for whom it is'

/**
 * Files that nothing but tests reaches, and exported names that nothing but tests imports. A type is no code that
 * only tests would run: it may be exported for them.
 * @param {Tree} tree
 * @param {RegExp} entries files that are started, not imported
 * @returns {Finding[]}
 */
export function checkUnused(tree, entries) {
  const product = [...tree.values()].filter(({ path }) => /^(src|web)\//.test(path))
  const roots = [...tree.values()]
    .filter(({ path, exports }) => entries.test(path) || exports.some(({ isPublic }) => isPublic))
    .map(({ path }) => path)
  const reached = reach(tree, roots, () => true)
  const [used, usedByTests] = [uses(tree, (path) => !isTest(path)), uses(tree, isTest)]
  return product.flatMap(({ path, exports }) => {
    if (!reached.has(path)) {
      const who = usedByTests.has(path) ? 'only tests reach' : 'nothing that is started reaches'
      return [{ path, line: 1, message: `${who} this file: ${FIX}` }]
    }
    return exports.flatMap(({ name, line, isType, isPublic }) => {
      if (isPublic || isUsed(used, path, name) || (isType && isUsed(usedByTests, path, name))) return []
      const who = isUsed(usedByTests, path, name) ? 'only tests import' : 'nothing imports'
      return [{ path, line, message: `${who} ${name}: drop the \`export\`, ${FIX}` }]
    })
  })
}

/** @param {string} path */
function isTest(path) {
  return path.startsWith('test/') || path === 'vitest.config.ts'
}

/**
 * The names that files imported by `isUser` are imported for.
 * @param {Tree} tree
 * @param {(path: string) => boolean} isUser
 * @returns {Map<string, Set<string>>}
 */
function uses(tree, isUser) {
  /** @type {Map<string, Set<string>>} */
  const used = new Map()
  for (const { path, imports } of tree.values()) {
    if (!isUser(path)) continue
    for (const { target, names } of imports) {
      if (target === undefined) continue
      const known = used.get(target) ?? new Set()
      for (const name of names) known.add(name)
      used.set(target, known)
    }
  }
  return used
}

/**
 * @param {Map<string, Set<string>>} used
 * @param {string} path
 * @param {string} name
 */
function isUsed(used, path, name) {
  const names = used.get(path)
  return names !== undefined && (names.has(name) || names.has('*'))
}
