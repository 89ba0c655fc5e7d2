// @ts-check

/** @typedef {import('./arrows.js').Finding} Finding */
/** @typedef {import('./tree.js').SourceFile} SourceFile */
/** @typedef {import('./find-catches.js').Catch} Catch */
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
export function checkCatches({ path, catches, lineAt }, { sorters, files }) {
  if (!path.startsWith('src/') || EXEMPT.test(path)) return []
  const keeping = catches.filter((one) => !throwsOn(one, sorters))
  const report = (/** @type {Catch[]} */ found, /** @type {string} */ message) =>
    found.map(({ at }) => ({ path, line: lineAt(at), message }))
  if (files[path] !== undefined)
    return keeping.length > 0
      ? []
      : [{ path, line: 1, message: 'keeps no failure: take it off the list in scripts/structure/rules.js' }]
  return [
    ...report(
      catches.filter(({ handler }) => /\binstanceof\s+Fault\b/.test(handler) && !/\.kind\b/.test(handler)),
      'catches every Fault, also the one of a database that is away: look at its kind',
    ),
    ...report(
      keeping,
      'catches any failure of what it awaits, also that of a database that is away: throw on what is not expected',
    ),
  ]
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
