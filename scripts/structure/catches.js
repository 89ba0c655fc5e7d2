// @ts-check

/** @typedef {import('./arrows.js').Finding} Finding */
/** @typedef {import('./tree.js').SourceFile} SourceFile */
/** @typedef {{ at: number, name: string | undefined, handler: string }} Catch */
/** @typedef {{ sorters: readonly string[], files: Readonly<Record<string, string>> }} Allowed */

/** Commands and the browser's client answer no caller; the engines are where the faults come from. */
const EXEMPT = /^src\/(main\.ts|client\/|app\/(commands|demo|device)\/|kernel\/database\/)/

/**
 * A database that is away must never look like a mistake of the caller. Anything that is awaited may fail for that reason,
 * so a catch around it names the failures it expects and throws the others on. `sorters` are functions that do this for
 * a catch, `files` are those that may keep every failure, each with the reason.
 * @param {SourceFile} file
 * @param {Allowed} allowed
 * @returns {Finding[]}
 */
export function checkCatches({ path, code, lineAt }, { sorters, files }) {
  if (!path.startsWith('src/') || EXEMPT.test(path)) return []
  const found = findCatches(code)
  const keeping = found.filter((one) => !throwsOn(one, sorters))
  const report = (/** @type {Catch[]} */ catches, /** @type {string} */ message) =>
    catches.map(({ at }) => ({ path, line: lineAt(at), message }))
  if (files[path] !== undefined)
    return keeping.length > 0
      ? []
      : [{ path, line: 1, message: 'keeps no failure: take it off the list in scripts/structure/rules.js' }]
  return [
    ...report(
      found.filter(({ handler }) => /\binstanceof\s+Fault\b/.test(handler) && !/\.kind\b/.test(handler)),
      'catches every Fault, also the one of a database that is away: look at its kind',
    ),
    ...report(
      keeping,
      'catches any failure of what it awaits, also that of a database that is away: throw on what is not expected',
    ),
  ]
}

/**
 * @param {string} code with texts and comments blanked
 * @returns {Catch[]}
 */
function findCatches(code) {
  return [...code.matchAll(/\bcatch\b|\.\s*then\s*(?=\()/g)].flatMap(({ 0: word, index }) => {
    if (word !== 'catch') return findHandlers(code, index, 1)
    const before = code.slice(0, index).trimEnd()
    if (before.endsWith('.')) return findHandlers(code, index, 0)
    const head = /^catch\s*(?:\(\s*([\w$]+)[^)]*\))?\s*\{/.exec(code.slice(index))
    if (head === null) return []
    const guarded = code.slice(openingOf(code, before.length - 1), before.length)
    if (!/\bawait\b/.test(guarded)) return []
    const opening = index + head[0].length - 1
    return [{ at: index, name: head[1], handler: code.slice(opening, closingOf(code, opening) + 1) }]
  })
}

/**
 * The handler of `.catch(handler)` or of `.then(…, handler)`.
 * @param {string} code
 * @param {number} at
 * @param {number} position of the handler among the arguments
 * @returns {Catch[]}
 */
function findHandlers(code, at, position) {
  const opening = code.indexOf('(', at)
  const handler = argumentsOf(code.slice(opening + 1, closingOf(code, opening)))[position]
  if (handler === undefined) return []
  const name = /^(?:async\s*)?(?:\(\s*([\w$]+)|([\w$]+)\s*=>)/.exec(handler)
  return [{ at, name: name?.[1] ?? name?.[2], handler }]
}

/** @param {string} list */
function argumentsOf(list) {
  const parts = ['']
  let depth = 0
  for (const char of list) {
    if (/[([{]/.test(char)) depth++
    else if (/[)\]}]/.test(char)) depth--
    if (char === ',' && depth === 0) parts.push('')
    else parts.push(`${parts.pop()}${char}`)
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/**
 * `throw error`, `throw isOurs(error) ? problem('…') : error`, or a sorter that is given the error.
 * @param {Catch} found
 * @param {readonly string[]} sorters
 */
function throwsOn({ name, handler }, sorters) {
  if (sorters.includes(handler)) return true
  if (name === undefined) return false
  const end = '\\s*(?=[;}\\n]|$)'
  const thrown = `\\bthrow\\s+${name}${end}|\\bthrow\\b[^;{}]*[?:]\\s*${name}(?:${end}|\\s*:)`
  const sorted = `\\b(?:${sorters.join('|')})\\((?:[^()]*,\\s*)?${name}\\b(?!\\.)`
  return new RegExp(`${thrown}|${sorted}`).test(handler)
}

const PAIRS = { '{': '}', '(': ')' }

/**
 * @param {string} code
 * @param {number} opening
 */
function closingOf(code, opening) {
  const open = /** @type {keyof typeof PAIRS} */ (code[opening])
  let depth = 0
  for (let at = opening; at < code.length; at++) {
    if (code[at] === open) depth++
    else if (code[at] === PAIRS[open] && --depth === 0) return at
  }
  return code.length
}

/**
 * @param {string} code
 * @param {number} closing of a block
 */
function openingOf(code, closing) {
  let depth = 0
  for (let at = closing; at >= 0; at--) {
    if (code[at] === '}') depth++
    else if (code[at] === '{' && --depth === 0) return at
  }
  return 0
}
