// @ts-check
import { dirname } from 'node:path'

/** @typedef {import('./tree.js').Tree} Tree */
/** @typedef {import('./arrows.js').Finding} Finding */
/** @typedef {Map<string, Map<string, Arrow>>} Graph */
/** @typedef {{ from: string, to: string, line: number }} Arrow One import, for the message. */

/**
 * Import cycles among files, and among their folders: folders that import each other cannot be read or changed one at a time.
 * @param {Tree} tree
 * @returns {Finding[]}
 */
export function checkCycles(tree) {
  const files = drawGraph(tree, (path) => path)
  const folders = drawGraph(tree, dirname)
  return [
    ...findCycles(files).map((cycle) => ({
      path: cycle[0] ?? '',
      line: 1,
      message: `an import cycle, ${closed(cycle)}: move what both need into a file of its own`,
    })),
    ...findCycles(folders).map((cycle) => {
      const { from, to, line } = arrowInto(folders, cycle)
      return {
        path: from,
        line,
        message: `imports ${to}, which closes a circle of folders, ${closed(cycle)}: move what both need into a folder of its own`,
      }
    }),
  ]
}

/**
 * @param {Tree} tree
 * @param {(path: string) => string} nodeOf
 * @returns {Graph}
 */
function drawGraph(tree, nodeOf) {
  /** @type {Graph} */
  const graph = new Map()
  for (const { path, imports } of tree.values()) {
    const from = nodeOf(path)
    const arrows = graph.get(from) ?? new Map()
    graph.set(from, arrows)
    for (const { target, line } of imports) {
      if (target === undefined || !tree.has(target)) continue
      const to = nodeOf(target)
      if (to !== from && !arrows.has(to)) arrows.set(to, { from: path, to: target, line })
    }
  }
  return graph
}

/**
 * Each cycle as the list of its nodes; one for each node at most.
 * @param {Graph} graph
 * @returns {string[][]}
 */
function findCycles(graph) {
  /** @type {Map<string, 'open' | 'closed'>} */
  const state = new Map()
  /** @type {string[]} */
  const trail = []
  /** @type {string[][]} */
  const cycles = []
  const visit = (/** @type {string} */ node) => {
    if (state.get(node) === 'open') cycles.push(trail.slice(trail.indexOf(node)))
    if (state.has(node)) return
    state.set(node, 'open')
    trail.push(node)
    for (const next of graph.get(node)?.keys() ?? []) visit(next)
    trail.pop()
    state.set(node, 'closed')
  }
  for (const node of graph.keys()) visit(node)
  return cycles
}

/**
 * The import that leads from the last folder back to the first.
 * @param {Graph} graph
 * @param {string[]} cycle
 * @returns {Arrow}
 */
function arrowInto(graph, cycle) {
  const arrow = graph.get(cycle.at(-1) ?? '')?.get(cycle[0] ?? '')
  if (arrow === undefined) throw new Error('a cycle ends where it begins')
  return arrow
}

/** @param {string[]} cycle */
function closed(cycle) {
  return [...cycle, cycle[0]].join(' → ')
}
