// @ts-check
import { parseSync, Visitor } from 'oxc-parser'
import { findCatches } from './find-catches.js'

/** @typedef {{ start: number, end: number }} Span */
/** @typedef {{ specifier: string, line: number, typeOnly: boolean, reExport: boolean }} Import */
/** @typedef {{ line: number, text: string }} Text */
/** @typedef {{ code: string, imports: Import[], texts: Text[], catches: import('./find-catches.js').Catch[], lineAt: (index: number) => number }} Module */
/** @typedef {{ start: number, source: { value?: unknown } | null }} Importing */

/**
 * What a TypeScript file imports, says and catches. In `code` the text of comments, strings and regular expressions is blank and
 * every position is kept, so that the rest can be searched as code.
 * @param {string} path
 * @param {string} source
 * @returns {Module}
 */
export function parseModule(path, source) {
  const { program, comments } = parseSync(path, source)
  const { imports, strings, regexes } = collect(program)
  const lineAt = (/** @type {number} */ index) => source.slice(0, index).split('\n').length
  const code = blank(source, [...comments, ...strings, ...regexes])
  return {
    code,
    imports: imports.map(({ start, ...found }) => ({ ...found, line: lineAt(start) })),
    texts: strings.map(({ start, end }) => ({ line: lineAt(start), text: source.slice(start, end) })),
    catches: findCatches(program, code),
    lineAt,
  }
}

/**
 * @param {import('oxc-parser').Program} program
 * @returns {{ imports: (Omit<Import, 'line'> & { start: number })[], strings: Span[], regexes: Span[] }}
 */
function collect(program) {
  /** @type {ReturnType<typeof collect>} */
  const found = { imports: [], strings: [], regexes: [] }
  const add = (/** @type {Importing} */ { start, source }, typeOnly = false, reExport = false) => {
    if (typeof source?.value !== 'string') return
    found.imports.push({ start, specifier: source.value, typeOnly, reExport })
  }
  new Visitor({
    ImportDeclaration: (node) => add(node, node.importKind === 'type'),
    ExportNamedDeclaration: (node) => add(node, node.exportKind === 'type', true),
    ExportAllDeclaration: (node) => add(node, node.exportKind === 'type', true),
    ImportExpression: (node) => add(/** @type {Importing} */ (node)),
    TSImportType: (node) => add(node, true),
    Literal: ({ start, end, value, ...more }) => {
      if (typeof value === 'string') found.strings.push({ start: start + 1, end: end - 1 })
      else if ('regex' in more) found.regexes.push({ start: start + 1, end })
    },
    TemplateElement: ({ start, end, tail }) => {
      found.strings.push({ start: start + 1, end: end - (tail ? 1 : 2) })
    },
    JSXText: ({ start, end }) => {
      found.strings.push({ start, end })
    },
  }).visit(program)
  return found
}

/**
 * @param {string} source
 * @param {readonly Span[]} spans
 */
function blank(source, spans) {
  let code = ''
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    code += source.slice(code.length, start) + source.slice(start, end).replace(/[^\n]/g, ' ')
  }
  return code + source.slice(code.length)
}
