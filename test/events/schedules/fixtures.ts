import { readFileSync } from 'node:fs'
import type { Schedule, ScheduleSession } from '../../../src/events/schedules/base/schedule.ts'
import { readSchedule } from '../../../src/events/schedules/read-schedule.ts'
import { Fault } from '../../../src/kernel/base/fault.ts'

export function fixture(name: string): Buffer {
  return readFileSync(new URL(name, import.meta.url))
}

export function readText(text: string, timezone?: string): Schedule {
  return readSchedule(Buffer.from(text), timezone === undefined ? {} : { timezone })
}

export function titled(schedule: Schedule, title: string): ScheduleSession {
  const found = schedule.sessions.filter((session) => session.title === title)
  if (found.length !== 1 || found[0] === undefined)
    throw new Error(`${found.length} sessions titled ${title}`)
  return found[0]
}

export function iso(at: number | null | undefined): string {
  return at === null || at === undefined ? String(at) : new Date(at).toISOString().replace('.000Z', 'Z')
}

/** A frab JSON file of one day with these events in one room. */
export function frabJson(
  events: Record<string, unknown>[],
  conference: Record<string, unknown> = {},
): string {
  const days = [{ index: 1, date: '2031-05-06', rooms: { Hall: events } }]
  return JSON.stringify({
    schedule: { conference: { title: 'C', time_zone_name: 'Europe/Berlin', days, ...conference } },
  })
}

export function calendar(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

export function vevent(...lines: string[]): string[] {
  return ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
}

export function faultOf(work: () => unknown): Fault {
  try {
    work()
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
  throw new Error('no fault')
}
