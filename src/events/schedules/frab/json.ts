import { malformed } from '../base/malformed.ts'
import { textOf } from '../base/text.ts'
import type { FrabDay, FrabRecord, FrabSchedule } from './frab.ts'

export function parseFrabJson(text: string): FrabSchedule {
  const root = recordAt(parse(text), '')
  const schedule = root.schedule === undefined ? root : recordAt(root.schedule, '/schedule')
  const prefix = root.schedule === undefined ? '' : '/schedule'
  const conference = recordAt(schedule.conference, `${prefix}/conference`)
  const days = listAt(conference.days, `${prefix}/conference/days`)
  const version = textOf(schedule.version)
  const url = textOf(schedule.base_url)
  return {
    conference: {
      ...(version === '' ? {} : { version }),
      ...(url === '' ? {} : { base_url: url }),
      ...conference,
    },
    days: days.map((day, index) => readDay(day, `${prefix}/conference/days/${index}`)),
  }
}

function readDay(value: unknown, pointer: string): FrabDay {
  const day = recordAt(value, pointer)
  const rooms = recordAt(day.rooms ?? {}, `${pointer}/rooms`)
  return {
    date: textOf(day.date),
    start: textOf(day.day_start),
    end: textOf(day.day_end),
    rooms: Object.entries(rooms).map(([name, events]) => {
      const at = `${pointer}/rooms/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
      return { name, events: listAt(events, at).map((event, index) => recordAt(event, `${at}/${index}`)) }
    }),
  }
}

function recordAt(value: unknown, pointer: string): FrabRecord {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as FrabRecord
  throw malformed(`The file is no frab schedule: ${pointer || 'its top'} is no object.`)
}

function listAt(value: unknown, pointer: string): unknown[] {
  if (Array.isArray(value)) return value
  throw malformed(`The file is no frab schedule: ${pointer} is no array.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw malformed(`The file is not valid JSON${locate(text, String(error))}.`)
  }
}

// JavaScript engines report a position, quote the text around it, or neither.
function locate(text: string, reason: string): string {
  if (reason.includes('end of JSON input')) return `: it ends too early, in line ${countLines(text)}`
  const position = /at position (\d+)/.exec(reason)?.[1]
  const quoted = /Unexpected token .*?, (?:\.\.\.)?"([\s\S]*)"(?:\.\.\.)? is not valid JSON$/.exec(
    reason,
  )?.[1]
  const offset = position === undefined ? text.indexOf(quoted ?? '\u0000') : Number(position)
  return offset === -1 ? '' : `: see line ${countLines(text.slice(0, offset))}`
}

function countLines(text: string): number {
  return text.split('\n').length
}
