// @ts-check

/** @typedef {{ start: number, end: number, text: string }} Span */
/** @typedef {{ code: string, strings: Span[], comments: Span[] }} Masked */

/** After these a slash begins a regular expression; after anything else it divides. */
const BEFORE_REGEX =
  /(?:^|[([{}=,;:!&|?+\-*%<>~^]|\b(?:return|typeof|case|in|of|do|else|void|await|yield))\s*$/

/**
 * Blanks the text of comments, strings and regular expressions, and keeps every position: what is left can be
 * searched as code. Expressions inside a template stay.
 * @param {string} source
 * @returns {Masked}
 */
export function maskSource(source) {
  const code = source.split('')
  /** @type {Masked} */
  const masked = { code: '', strings: [], comments: [] }
  /** Depths of braces at which an open template goes on. @type {number[]} */
  const templates = []
  let depth = 0
  const blank = (/** @type {number} */ from, /** @type {number} */ to) => {
    for (let i = from; i < to; i++) if (code[i] !== '\n') code[i] = ' '
  }
  for (let at = 0; at < source.length; at++) {
    const char = source[at]
    if (char === '/' && (source[at + 1] === '/' || source[at + 1] === '*')) {
      const end = endOfComment(source, at)
      masked.comments.push({ start: at, end, text: source.slice(at, end) })
      blank(at, end)
      at = end - 1
    } else if (char === "'" || char === '"') {
      const end = endOnLine(source, at, char)
      if (end === undefined) continue
      masked.strings.push({ start: at, end, text: source.slice(at + 1, end - 1) })
      blank(at + 1, end - 1)
      at = end - 1
    } else if (char === '/' && BEFORE_REGEX.test(code.slice(Math.max(0, at - 20), at).join(''))) {
      const end = endOnLine(source, at, '/')
      if (end === undefined) continue
      blank(at + 1, end - 1)
      at = end - 1
    } else if (char === '`' || (char === '}' && templates.at(-1) === depth)) {
      if (char === '}') templates.pop()
      const { end, opens } = endOfTemplateText(source, at)
      masked.strings.push({ start: at, end, text: source.slice(at + 1, opens ? end - 2 : end - 1) })
      blank(at + 1, opens ? end - 2 : end - 1)
      if (opens) templates.push(depth)
      at = end - 1
    } else if (char === '{') depth++
    else if (char === '}') depth--
  }
  masked.code = code.join('')
  return masked
}

/**
 * @param {string} source
 * @param {number} start
 */
function endOfComment(source, start) {
  const [mark, length] = source[start + 1] === '/' ? ['\n', 0] : ['*/', 2]
  const end = source.indexOf(mark, start + 2)
  return end === -1 ? source.length : end + length
}

/**
 * The position behind the closing mark, or undefined when the line ends first: then it was no opening mark.
 * @param {string} source
 * @param {number} start
 * @param {string} mark
 */
function endOnLine(source, start, mark) {
  let inClass = false
  for (let at = start + 1; at < source.length && source[at] !== '\n'; at++) {
    if (source[at] === '\\') at++
    else if (mark === '/' && source[at] === '[') inClass = true
    else if (mark === '/' && source[at] === ']') inClass = false
    else if (source[at] === mark && !inClass) return at + 1
  }
  return undefined
}

/**
 * @param {string} source
 * @param {number} start
 */
function endOfTemplateText(source, start) {
  for (let at = start + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === '`') return { end: at + 1, opens: false }
    else if (source[at] === '$' && source[at + 1] === '{') return { end: at + 2, opens: true }
  }
  return { end: source.length, opens: false }
}
