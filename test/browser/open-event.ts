import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { lanyardHere } from '../app/commands/program.ts'
import type { BrowserSuite } from './chromium.ts'

type Json = Record<string, unknown>

let codes = 0

/** Opens an event by the command, as an organiser would. */
export async function openEvent(
  { place }: Pick<BrowserSuite, 'place'>,
  parts: { event?: Json } & Json = {},
): Promise<string> {
  const code = `SHOW-${++codes}`
  const event = {
    code,
    title: 'Keys and Badges',
    status: 'published',
    start: '2031-05-06T09:00:00+02:00',
    end: '2031-05-07T18:00:00+02:00',
    timezone: 'Europe/Berlin',
  }
  const file = join(place.dataFolder, `${code}.json`)
  writeFileSync(file, JSON.stringify({ ...parts, event: { ...event, ...parts.event } }))
  expect(await lanyardHere(place, ['import', 'event', file])).toMatchObject({ status: 0, stderr: '' })
  return code
}
