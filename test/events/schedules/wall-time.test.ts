import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findZone, parseOffset } from '../../../src/events/schedules/base/wall-time.ts'
import { iso } from './fixtures.ts'

function at(zone: string, wall: string): string {
  const found = findZone(zone)
  if (found === undefined) throw new Error(`no zone ${zone}`)
  return iso(found(Date.parse(`${wall}Z`)))
}

describe('wall time', () => {
  it.each([
    ['Europe/Berlin', '2031-03-30T01:59:59', '2031-03-30T00:59:59Z'],
    ['Europe/Berlin', '2031-03-30T02:30:00', '2031-03-30T01:30:00Z'],
    ['Europe/Berlin', '2031-03-30T03:00:00', '2031-03-30T01:00:00Z'],
    ['Europe/Berlin', '2031-10-26T02:30:00', '2031-10-26T00:30:00Z'],
    ['Europe/Berlin', '2031-10-26T03:00:00', '2031-10-26T02:00:00Z'],
    ['America/New_York', '2031-11-02T01:30:00', '2031-11-02T05:30:00Z'],
    ['Australia/Lord_Howe', '2031-04-06T01:45:00', '2031-04-05T14:45:00Z'],
    ['Asia/Kathmandu', '2031-05-06T12:00:00', '2031-05-06T06:15:00Z'],
    ['Pacific/Apia', '2011-12-31T00:30:00', '2011-12-30T10:30:00Z'],
    ['+05:30', '2031-05-06T12:00:00', '2031-05-06T06:30:00Z'],
    ['UTC', '9999-12-31T23:59:59', '9999-12-31T23:59:59Z'],
    ['Europe/Berlin', '2038-01-19T04:14:08', '2038-01-19T03:14:08Z'],
  ])('of %s %s is %s', (zone, wall, expected) => {
    expect(at(zone, wall)).toBe(expected)
  })

  it('comes back from every instant, but for the second of an hour that comes twice', () => {
    const zones = [
      'Europe/Berlin',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
      'Pacific/Chatham',
    ]
    const instants = fc.integer({ min: Date.UTC(1990, 0) / 1000, max: Date.UTC(2060, 0) / 1000 })
    fc.assert(
      fc.property(fc.constantFrom(...zones), instants, (name, seconds) => {
        const zone = findZone(name)
        const show = new Intl.DateTimeFormat('sv-SE', {
          timeZone: name,
          dateStyle: 'short',
          timeStyle: 'medium',
        })
        const wall = Date.parse(`${show.format(seconds * 1000).replace(' ', 'T')}Z`)
        const back = zone?.(wall) ?? 0
        expect(show.format(back)).toBe(show.format(seconds * 1000))
        expect(back).toBeLessThanOrEqual(seconds * 1000)
      }),
      { numRuns: 300 },
    )
  })

  it('knows what is no zone', () => {
    expect([
      findZone(''),
      findZone('Nowhere/Land'),
      findZone('W. Europe Standard Time'),
      parseOffset('01:00'),
    ]).toEqual(Array(4).fill(undefined))
  })
})
