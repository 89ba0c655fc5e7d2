import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { malformed } from '../base/malformed.ts'
import { decodeEntities, textOfMarkup } from '../base/markup.ts'
import type { FrabDay, FrabRecord, FrabSchedule } from './frab.ts'

type Node = Record<string, unknown>

const EVENT_TEXTS =
  'date start end duration room slug code url title subtitle track type language license'.split(' ')

// Entities are not expanded, so a DTD has no effect; `markup.ts` decodes those of XML itself.
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  maxNestedTags: 40,
  stopNodes: [
    ...[...EVENT_TEXTS, 'abstract', 'description', 'logo'].map((name) => `..event.${name}`),
    ...['person', 'link', 'attachment', 'conference.title', 'conference.subtitle', 'conference.venue'].map(
      (name) => `..${name}`,
    ),
  ],
})

export function parseFrabXml(text: string): FrabSchedule {
  const root = parse(text)
  const schedule = listOf(root.schedule)[0]
  if (schedule === undefined)
    throw malformed('The file is no frab schedule: its first element is no <schedule>.')
  const conference = listOf(schedule.conference)[0] ?? {}
  return {
    conference: { ...leaves(schedule), ...leaves(conference) },
    days: listOf(schedule.day).map(readDay),
  }
}

function parse(text: string): Node {
  const valid = XMLValidator.validate(text)
  if (valid !== true) {
    const { line, col, msg } = valid.err
    throw malformed(`The file is not valid XML: line ${line}, column ${col ?? 1}: ${msg.slice(0, 200)}`)
  }
  try {
    return parser.parse(text)
  } catch (error) {
    throw malformed(`The file is not valid XML: ${error instanceof Error ? error.message.slice(0, 200) : ''}`)
  }
}

function readDay(day: Node): FrabDay {
  return {
    date: attribute(day, 'date'),
    start: attribute(day, 'start'),
    end: attribute(day, 'end'),
    rooms: listOf(day.room).map((room) => ({
      name: attribute(room, 'name'),
      events: listOf(room.event).map(readEvent),
    })),
  }
}

function readEvent(event: Node): FrabRecord {
  return {
    ...leaves(event),
    persons: nested(event.persons, 'person').map((person) => ({ name: ownText(person), ...leaves(person) })),
    links: nested(event.links, 'link').map(titledLink),
    attachments: nested(event.attachments, 'attachment').map(titledLink),
  }
}

function titledLink(link: Node): FrabRecord {
  return { title: ownText(link), url: attribute(link, 'href') }
}

function nested(parent: unknown, name: string): Node[] {
  return listOf(parent).flatMap((node) => listOf(node[name]))
}

/** Attributes and children that contain only text; of several with one name, the first that is not empty. */
function leaves(node: Node): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(node)) {
    if (name === '#text') continue
    const texts = name.startsWith('@')
      ? [decodeEntities(String(value))]
      : listOf(value).filter(isLeaf).map(ownText)
    const text = texts.find((candidate) => candidate.trim() !== '')
    if (text !== undefined) found[name.replace(/^@/, '')] ??= text
  }
  return found
}

function isLeaf(node: Node): boolean {
  return Object.keys(node).every((name) => name === '#text' || name.startsWith('@'))
}

function attribute(node: Node, name: string): string {
  return decodeEntities(String(node[`@${name}`] ?? ''))
}

function ownText(node: Node): string {
  return textOfMarkup(String(node['#text'] ?? ''))
}

/** The parser returns a single child without an array, and one without attributes as its text. */
function listOf(value: unknown): Node[] {
  if (value === undefined) return []
  const list = Array.isArray(value) ? value : [value]
  return list.map((item) => (typeof item === 'object' && item !== null ? (item as Node) : { '#text': item }))
}
