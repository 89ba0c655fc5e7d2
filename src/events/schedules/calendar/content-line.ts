import { malformed } from '../base/malformed.ts'

export type CalendarProperty = {
  name: string
  parameters: Map<string, string>
  value: string
  line: number
}

export type CalendarComponent = {
  name: string
  properties: CalendarProperty[]
  components: CalendarComponent[]
  line: number
}

const MAX_DEPTH = 8
const NAME = /[A-Za-z0-9-]+/y
const PARAMETER = /;([A-Za-z0-9-]+)=/y
const PARAMETER_VALUE = /,?(?:"([^"]*)"|([^",;:]*))/y

/** The calendars of an iCalendar text (RFC 5545 §3.1 and §3.4). */
export function parseComponents(text: string): CalendarComponent[] {
  const roots: CalendarComponent[] = []
  const open: CalendarComponent[] = []
  for (const { content, line } of unfold(text)) {
    const property = parseLine(content, line)
    if (property.name === 'BEGIN') {
      const component = { name: property.value.trim().toUpperCase(), properties: [], components: [], line }
      if (open.length === MAX_DEPTH) throw malformed(`Line ${line}: components nest too deeply.`)
      ;(open.at(-1)?.components ?? roots).push(component)
      open.push(component)
    } else if (property.name === 'END') {
      const closed = open.pop()
      if (closed?.name !== property.value.trim().toUpperCase()) {
        throw malformed(`Line ${line}: END:${property.value.slice(0, 40)} closes nothing that is open.`)
      }
    } else {
      const component = open.at(-1)
      if (component === undefined) throw malformed(`Line ${line}: it stands outside of a calendar.`)
      component.properties.push(property)
    }
  }
  const left = open.at(-1)
  if (left !== undefined) throw malformed(`The file ends before the ${left.name} of line ${left.line} does.`)
  return roots
}

function* unfold(text: string): Generator<{ content: string; line: number }> {
  let pieces: string[] = []
  let first = 1
  for (const [index, physical] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^[ \t]/.test(physical) && pieces.length > 0) {
      pieces.push(physical.slice(1))
      continue
    }
    if (pieces.length > 0) yield { content: pieces.join(''), line: first }
    pieces = physical.trim() === '' ? [] : [physical]
    first = index + 1
  }
  if (pieces.length > 0) yield { content: pieces.join(''), line: first }
}

function parseLine(content: string, line: number): CalendarProperty {
  NAME.lastIndex = 0
  const name = NAME.exec(content)?.[0]
  if (name === undefined) throw malformed(`Line ${line}: it starts with no property name.`)
  const parameters = new Map<string, string>()
  let at = name.length
  for (let match = exec(PARAMETER, content, at); match !== null; match = exec(PARAMETER, content, at)) {
    at += match[0].length
    const values: string[] = []
    do {
      const [whole = '', quoted, plain] = exec(PARAMETER_VALUE, content, at) ?? []
      at += whole.length
      values.push(decodeParameter(quoted ?? plain ?? ''))
    } while (content[at] === ',')
    parameters.set((match[1] ?? '').toUpperCase(), values.join(','))
  }
  if (content[at] !== ':') throw malformed(`Line ${line}: no colon follows ${name.slice(0, 40)}.`)
  return { name: name.toUpperCase(), parameters, value: content.slice(at + 1), line }
}

function exec(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

// RFC 6868 §3
function decodeParameter(value: string): string {
  return value.replace(/\^([n^'])/g, (_, code) => (code === 'n' ? '\n' : code === "'" ? '"' : '^'))
}

/** RFC 5545 §3.3.11 */
export function decodeText(value: string): string {
  return value.replace(/\\([\s\S])/g, (_, code) => (code === 'n' || code === 'N' ? '\n' : code))
}

/** Splits at commas that no backslash escapes. */
export function splitTexts(value: string): string[] {
  return (value.match(/(?:\\[\s\S]|[^,\\])+/g) ?? []).map(decodeText)
}

export function findProperty(component: CalendarComponent, name: string): CalendarProperty | undefined {
  return component.properties.find((property) => property.name === name)
}

export function listProperties(component: CalendarComponent, name: string): CalendarProperty[] {
  return component.properties.filter((property) => property.name === name)
}
