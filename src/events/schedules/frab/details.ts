import { lineOf, textOf } from '../base/text.ts'

/** All simple members without a place of their own, as text. */
export function readDetails(record: Record<string, unknown>, placed: Set<string>): Record<string, string> {
  const entries = Object.entries(record).flatMap(([name, value]): [string, string][] => {
    const text = placed.has(name) || typeof value === 'object' ? '' : textOf(value)
    return text === '' ? [] : [[name, text]]
  })
  return Object.fromEntries(entries)
}

/** Links, attachments and answers of an event, one per line. */
export function readLinks(event: Record<string, unknown>): Record<string, string> {
  const entries = ['links', 'attachments', 'answers'].flatMap((member): [string, string][] => {
    const value = event[member]
    const items = Array.isArray(value) ? value : typeof value === 'object' && value !== null ? [value] : []
    const lines = items.map(lineOfItem).filter((line) => line !== '')
    return lines.length === 0 ? [] : [[member, lines.join('\n')]]
  })
  return Object.fromEntries(entries)
}

function lineOfItem(item: unknown): string {
  if (typeof item !== 'object' || item === null) return lineOf(item) ?? ''
  const { title, name, question, url, href, answer } = item as Record<string, unknown>
  return [title, name, question, url, href, answer]
    .map((value) => lineOf(value))
    .filter((text, index, all) => text !== null && all.indexOf(text) === index)
    .join(' ')
}
