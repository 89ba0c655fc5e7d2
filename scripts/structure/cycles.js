// @ts-check

/** @typedef {import('./tree.js').Tree} Tree */

/**
 * The import cycles among files that `isChecked` names, each as the list of its files; one for each file at most.
 * @param {Tree} tree
 * @param {(path: string) => boolean} isChecked
 * @returns {string[][]}
 */
export function findCycles(tree, isChecked) {
  /** @type {Map<string, 'open' | 'closed'>} */
  const state = new Map()
  /** @type {string[]} */
  const trail = []
  /** @type {string[][]} */
  const cycles = []
  const visit = (/** @type {string} */ path) => {
    if (state.get(path) === 'open') cycles.push(trail.slice(trail.indexOf(path)))
    if (state.has(path)) return
    state.set(path, 'open')
    trail.push(path)
    for (const { target } of tree.get(path)?.imports ?? []) {
      if (target !== undefined && isChecked(target) && tree.has(target)) visit(target)
    }
    trail.pop()
    state.set(path, 'closed')
  }
  for (const path of tree.keys()) if (isChecked(path)) visit(path)
  return cycles
}
