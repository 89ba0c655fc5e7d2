// @ts-check
import { maskSource } from './mask.js'

/**
 * @typedef {object} Import
 * @property {string} specifier
 * @property {number} line
 * @property {boolean} typeOnly
 * @property {boolean} reExport
 * @property {readonly string[] | '*'} names
 */
/** @typedef {{ name: string, line: number, isType: boolean, isPublic: boolean }} Export */
/** @typedef {{ code: string, imports: Import[], exports: Export[], texts: import('./mask.js').Span[], lineAt: (index: number) => number }} Module */

const STATIC_IMPORT = /\bimport\s+(type\s+)?([\w$\s{},*]+?)\s*from\s*(?=['"])/g
const BARE_IMPORT = /\bimport\s*(?=['"])/g
const DYNAMIC_IMPORT = /(?:\{([\w$\s,:]*)\}\s*=\s*await\s+)?(\btypeof\s+)?\bimport\s*\(\s*(?=['"])/g
const RE_EXPORT = /\bexport\s+(type\s+)?(\*(?:\s+as\s+[\w$]+)?|\{[^}]*\})\s*from\s*(?=['"])/g
const EXPORT =
  /^[ \t]*export\s+(?:(default)\b|(?:(?:async\s+)?function\s*\*?|(?:abstract\s+)?class|(interface|type))\s*\b([\w$]+)|(?:const|let)\s+([\w$]+|\{[^}]*\}|\[[^\]]*\]))/gm
const EXPORT_LIST = /^[ \t]*export\s+(type\s+)?\{([^}]*)\}(?!\s*from)/gm

/**
 * What a source file imports, exports and says, read without a compiler.
 * @param {string} source
 * @returns {Module}
 */
export function parseModule(source) {
  const { code, strings, comments } = maskSource(source)
  const lineAt = (/** @type {number} */ index) => source.slice(0, index).split('\n').length
  const stringsByStart = new Map(strings.map((found) => [found.start, found]))
  /** @type {Import[]} */
  const imports = []
  const add = (
    /** @type {RegExpExecArray} */ match,
    /** @type {Pick<Import, 'names'> & Partial<Import>} */ details,
  ) => {
    const specifier = stringsByStart.get(match.index + match[0].length)?.text
    if (specifier === undefined) return
    imports.push({ specifier, line: lineAt(match.index), typeOnly: false, reExport: false, ...details })
  }
  for (const match of code.matchAll(STATIC_IMPORT)) {
    add(match, { names: importedNames(match[2] ?? '', code), typeOnly: match[1] !== undefined })
  }
  for (const match of code.matchAll(BARE_IMPORT)) add(match, { names: [] })
  for (const match of code.matchAll(RE_EXPORT)) {
    const names = match[2]?.startsWith('{') ? listedNames(match[2]) : '*'
    add(match, { names, typeOnly: match[1] !== undefined, reExport: true })
  }
  for (const match of code.matchAll(DYNAMIC_IMPORT)) {
    const end = stringsByStart.get(match.index + match[0].length)?.end ?? match.index
    const member = /^\s*\)\s*\)?\s*\.\s*(?!then\b)([\w$]+)/.exec(code.slice(end))?.[1]
    const names = match[1] !== undefined ? listedNames(match[1]) : member !== undefined ? [member] : '*'
    const isType = member !== undefined && !/\bawait\s+$/.test(code.slice(0, match.index))
    add(match, { names, typeOnly: isType || match[2] !== undefined })
  }
  return {
    code,
    imports,
    exports: exportsOf(code).map(({ index, ...found }) => ({
      ...found,
      line: lineAt(index),
      isPublic: comments.some(
        ({ end, text }) => isPublicMark(text) && end <= index && code.slice(end, index).trim() === '',
      ),
    })),
    texts: strings,
    lineAt,
  }
}

/** @param {string} comment */
function isPublicMark(comment) {
  return /^\/\*\*[\s\S]*@public\b/.test(comment)
}

/**
 * @param {string} code
 * @returns {{ name: string, index: number, isType: boolean }[]}
 */
function exportsOf(code) {
  const declared = [...code.matchAll(EXPORT)].flatMap((match) => {
    const names = match[1] ? ['default'] : boundNames(match[3] ?? match[4] ?? '')
    return names.map((name) => ({ name, match, isType: match[2] !== undefined }))
  })
  const listed = [...code.matchAll(EXPORT_LIST)].flatMap((match) =>
    split(match[2] ?? '').map((entry) => ({
      name: entry.split(/\s+as\s+/).at(-1) ?? entry,
      match,
      isType: match[1] !== undefined,
    })),
  )
  return [...declared, ...listed].map(({ name, match, isType }) => ({
    name,
    index: match.index + match[0].indexOf('export'),
    isType,
  }))
}

/**
 * @param {string} clause what stands between `import` and `from`
 * @param {string} code
 * @returns {string[]}
 */
function importedNames(clause, code) {
  const namespace = /\*\s+as\s+([\w$]+)/.exec(clause)?.[1]
  const members = namespace
    ? [...code.matchAll(new RegExp(`\\b${namespace.replaceAll('$', '\\$')}\\.([\\w$]+)`, 'g'))].map(
        (match) => match[1] ?? '',
      )
    : listedNames(/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
  return /^\s*[\w$]+\s*(,|$)/.test(clause) ? ['default', ...members] : members
}

/**
 * `{ a, type B, c as d, e: f }` → a, B, c, e
 * @param {string} list
 */
function listedNames(list) {
  return split(list.replace(/[{}]/g, '')).map(
    (entry) => entry.replace(/^type\s+/, '').split(/\s+as\s+|\s*:\s*/)[0] ?? entry,
  )
}

/**
 * `{ a, b: c, ...d }` → a, c, d
 * @param {string} pattern
 */
function boundNames(pattern) {
  return split(pattern.replace(/[{}[\]]|\.\.\./g, '')).map(
    (entry) => (entry.split(':').at(-1) ?? entry).split('=')[0]?.trim() ?? entry,
  )
}

/** @param {string} list */
function split(list) {
  return list
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')
}
