// @ts-check
import { Visitor } from 'oxc-parser'

/** @typedef {{ at: number, name: string | undefined, handler: string }} Catch */
/** @typedef {{ type: string, start: number, end: number, params?: unknown[] }} Node */

/**
 * Each `catch` of a block that awaits something, and each handler given to `.catch(…)` or as the second argument of `.then(…)`.
 * @param {import('oxc-parser').Program} program
 * @param {string} code with texts and comments blanked
 * @returns {Catch[]}
 */
export function findCatches(program, code) {
  /** @type {Catch[]} */
  const found = []
  const add = (/** @type {number} */ at, /** @type {unknown} */ parameter, /** @type {Node} */ handler) =>
    found.push({ at, name: nameOf(parameter), handler: code.slice(handler.start, handler.end) })
  new Visitor({
    TryStatement({ block, handler }) {
      if (handler === null || !/\bawait\b/.test(code.slice(block.start, block.end))) return
      add(handler.start, handler.param, handler.body)
    },
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
      const position = ['catch', 'then'].indexOf(callee.property.name)
      /** @type {Node | undefined} */
      const handler = given[position]
      if (handler !== undefined) add(callee.property.start, handler.params?.[0], handler)
    },
  }).visit(program)
  return found
}

/** @param {unknown} parameter */
function nameOf(parameter) {
  const { name } = /** @type {{ name?: unknown }} */ (parameter ?? {})
  return typeof name === 'string' ? name : undefined
}
