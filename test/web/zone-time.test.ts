import { describe, expect, it } from 'vitest'
import { isZone, textInZone, timeOfWall, wallTimeOf } from '../../web/ui/time/zone-time.ts'

describe('times of a zone', () => {
  it('reads a wall time with the offset of its day', () => {
    expect(timeOfWall('2031-05-06T09:00', 'Europe/Berlin')).toEqual({
      text: '2031-05-06T09:00:00+02:00',
      epochMs: Date.parse('2031-05-06T07:00:00Z'),
      kind: 'once',
    })
    expect(timeOfWall('2031-01-06T09:00', 'Europe/Berlin')?.text).toBe('2031-01-06T09:00:00+01:00')
    expect(timeOfWall('2031-01-06T09:00', 'Asia/Kathmandu')?.text).toBe('2031-01-06T09:00:00+05:45')
    expect(timeOfWall('2031-01-06T09:00', 'America/St_Johns')?.text).toBe('2031-01-06T09:00:00-03:30')
  })

  it('moves a time that the clocks skip behind the jump', () => {
    const skipped = timeOfWall('2031-03-30T02:30', 'Europe/Berlin')
    expect(skipped).toMatchObject({ kind: 'skipped', text: '2031-03-30T03:30:00+02:00' })
  })

  it('takes the first of a time that the clocks show twice', () => {
    const twice = timeOfWall('2031-10-26T02:30', 'Europe/Berlin')
    expect(twice).toMatchObject({ kind: 'twice', text: '2031-10-26T02:30:00+02:00' })
    expect(timeOfWall('2031-11-02T01:30', 'America/New_York')).toMatchObject({
      kind: 'twice',
      text: '2031-11-02T01:30:00-04:00',
    })
  })

  it('gives back every hour of a year', () => {
    for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC'])
      for (let at = Date.UTC(2031, 0, 1); at < Date.UTC(2032, 0, 1); at += 3_600_000 * 7) {
        const back = timeOfWall(wallTimeOf(at, zone), zone)
        if (back?.kind === 'once') expect(back.epochMs).toBe(at)
        expect(Date.parse(textInZone(at, zone))).toBe(at)
      }
  })

  it('refuses what is no time and no zone', () => {
    expect(timeOfWall('', 'UTC')).toBeUndefined()
    expect(timeOfWall('2031-13-06T09:00', 'UTC')).toBeUndefined()
    expect(isZone('Europe/Berlin')).toBe(true)
    expect(isZone('Europe/Nowhere')).toBe(false)
    expect(isZone('+02:00')).toBe(false)
  })
})
