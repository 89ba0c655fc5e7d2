import type { ScheduleSpeaker } from '../base/schedule.ts'
import { cleanLine, cleanText } from '../base/text.ts'
import { type CalendarComponent, type CalendarProperty, decodeText, listProperties } from './content-line.ts'

/** Kinds of attendees that are not people (RFC 5545 §3.2.3). */
const THINGS = /^(ROOM|RESOURCE|GROUP)$/i

/** `areOurs`: the calendar was written by calendar-writer.ts. */
export function readSpeakers(event: CalendarComponent): { speakers: ScheduleSpeaker[]; areOurs: boolean } {
  const written = listProperties(event, 'X-LANYARD-SPEAKER').flatMap(({ value }) =>
    decodeSpeaker(decodeText(value)),
  )
  if (written.length > 0) return { speakers: written, areOurs: true }
  const people = [...listProperties(event, 'ORGANIZER'), ...listProperties(event, 'ATTENDEE')]
  const names = people.filter(({ parameters }) => !THINGS.test(parameters.get('CUTYPE') ?? '')).map(nameOf)
  const speakers = [...new Set(names)].filter((name) => name !== '').map((name) => ({ name }))
  return { speakers, areOurs: false }
}

function nameOf({ parameters, value }: CalendarProperty): string {
  return cleanLine(parameters.get('CN') ?? '') || cleanLine(value.replace(/^mailto:/i, ''))
}

/** Writes the speakers as the first line of the description, where calendar apps show them. */
export function withSpeakers(description: string, speakers: ScheduleSpeaker[]): string {
  const names = speakers.map(({ name }) => name).join(', ')
  return [names, description].filter((text) => text !== '').join('\n\n')
}

export function withoutSpeakers(description: string, speakers: ScheduleSpeaker[]): string {
  const names = speakers.map(({ name }) => name).join(', ')
  if (description === names) return ''
  return description.startsWith(`${names}\n\n`) ? description.slice(names.length + 2) : description
}

export function encodeSpeaker({ name, biography, company, title, url }: ScheduleSpeaker): string {
  return JSON.stringify({ name, biography, company, title, url })
}

function decodeSpeaker(text: string): ScheduleSpeaker[] {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return []
  }
  if (typeof value !== 'object' || value === null) return []
  const record = value as Record<string, unknown>
  const name = cleanLine(typeof record.name === 'string' ? record.name : '')
  if (name === '') return []
  const rest = ['biography', 'company', 'title', 'url'].flatMap((member) => {
    const found = record[member]
    const clean = member === 'biography' ? cleanText : cleanLine
    return typeof found === 'string' && clean(found) !== '' ? [[member, clean(found)]] : []
  })
  return [{ name, ...Object.fromEntries(rest) }]
}
