import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ScheduleSession } from '../../../src/events/schedules/base/schedule.ts'
import { fingerprintOf } from '../../../src/events/schedules/base/session-key.ts'
import { compareSchedule, type KnownSession } from '../../../src/events/schedules/compare.ts'
import { calendar, frabJson, readText, vevent } from './fixtures.ts'

type Talk = { guid: string; hour: number; title?: string; status?: string }

function read(...talks: Talk[]): ScheduleSession[] {
  const events = talks.map(({ guid, hour, title = 'Talk', status }) => ({
    guid,
    title,
    status,
    date: `2031-05-06T${String(hour).padStart(2, '0')}:00:00Z`,
    duration: '1:00',
  }))
  return readText(frabJson(events)).sessions
}

function known(sessions: ScheduleSession[]): KnownSession[] {
  return sessions.map((session) => ({
    key: session.key,
    fingerprint: fingerprintOf(session),
    cancelled: session.cancelled,
  }))
}

function changes(before: ScheduleSession[], after: ScheduleSession[]) {
  const { added, updated, cancelled, unchanged } = compareSchedule(known(before), after)
  return {
    added: added.map(({ session }) => session.key),
    updated: updated.map(({ key, session }) => [key, session.key]),
    cancelled: cancelled.map(({ key }) => key),
    unchanged: unchanged.map(({ key, session }) => [key, session.key]),
  }
}

const at = (hour: number) => `a|2031-05-06T${hour}:00:00Z`

describe('a newer schedule', () => {
  it('adds, updates, cancels and leaves alone', () => {
    const before = read({ guid: 'a', hour: 10 }, { guid: 'b', hour: 11 }, { guid: 'c', hour: 12 })
    const after = read({ guid: 'a', hour: 10 }, { guid: 'b', hour: 15 }, { guid: 'd', hour: 12 })
    expect(changes(before, after)).toEqual({
      added: ['d'],
      updated: [['b', 'b']],
      cancelled: ['c'],
      unchanged: [['a', 'a']],
    })
  })

  it('cancels what it marks as cancelled, once, and brings back what it no longer marks', () => {
    const [live, dead] = [read({ guid: 'a', hour: 10 }), read({ guid: 'a', hour: 10, status: 'cancelled' })]
    expect(changes(live, dead)).toMatchObject({ cancelled: ['a'], updated: [] })
    expect(changes(dead, dead)).toMatchObject({ cancelled: [], unchanged: [['a', 'a']] })
    expect(changes(dead, live)).toMatchObject({ updated: [['a', 'a']], unchanged: [] })
    expect(changes(dead, [])).toMatchObject({ cancelled: [], updated: [], unchanged: [] })
    expect(changes([], dead)).toMatchObject({ added: ['a'] })
  })

  it('updates a twin that moves, and leaves the other alone', () => {
    const before = read({ guid: 'a', hour: 10 }, { guid: 'a', hour: 14 })
    const after = read({ guid: 'a', hour: 10 }, { guid: 'a', hour: 16 })
    expect(changes(before, after)).toEqual({
      added: [],
      updated: [[at(14), at(16)]],
      cancelled: [],
      unchanged: [[at(10), at(10)]],
    })
  })

  it('pairs twins that both move in the order of their start', () => {
    const before = read({ guid: 'a', hour: 10 }, { guid: 'a', hour: 14 })
    const after = read({ guid: 'a', hour: 17 }, { guid: 'a', hour: 12 })
    expect(changes(before, after).updated).toEqual([
      [at(14), at(17)],
      [at(10), at(12)],
    ])
  })

  it('keeps a session that gets a twin, before or after it', () => {
    const alone = read({ guid: 'a', hour: 14 })
    const twins = read({ guid: 'a', hour: 11 }, { guid: 'a', hour: 14 })
    expect(changes(alone, twins)).toEqual({
      added: [at(11)],
      updated: [],
      cancelled: [],
      unchanged: [['a', at(14)]],
    })
    expect(changes(twins, alone)).toEqual({
      added: [],
      updated: [],
      cancelled: [at(11)],
      unchanged: [[at(14), 'a']],
    })
  })

  it('does not wake a cancelled twin for one that is new', () => {
    const before = known(read({ guid: 'a', hour: 10 }, { guid: 'a', hour: 14 })).map((session, index) => ({
      ...session,
      cancelled: index === 1,
    }))
    const found = compareSchedule(before, read({ guid: 'a', hour: 10 }, { guid: 'a', hour: 16 }))
    expect(found.added.map(({ session }) => session.key)).toEqual([at(16)])
  })

  it('keeps the key of an occurrence that moves', () => {
    const series = ['UID:w', 'SUMMARY:W', 'DTSTART:20310506T100000Z', 'RRULE:FREQ=DAILY;COUNT=2']
    const moved = ['UID:w', 'SUMMARY:W', 'RECURRENCE-ID:20310507T100000Z', 'DTSTART:20310509T100000Z']
    const before = readText(calendar(...vevent(...series))).sessions
    const after = readText(calendar(...vevent(...series), ...vevent(...moved))).sessions
    const key = 'w|2031-05-07T10:00:00Z'
    expect(changes(before, after)).toMatchObject({ added: [], updated: [[key, key]], cancelled: [] })
  })

  it('accounts for every session once, and finds nothing to do the second time', () => {
    const talk = fc.record({
      guid: fc.constantFrom('a', 'b', 'c'),
      hour: fc.integer({ min: 10, max: 14 }),
      title: fc.constantFrom('T', 'U'),
      status: fc.constantFrom('', 'cancelled'),
    })
    const talks = fc.array(talk, { maxLength: 8 })
    fc.assert(
      fc.property(talks, talks, (first, second) => {
        const [before, after] = [read(...first), read(...second)]
        const { added, updated, cancelled, unchanged } = compareSchedule(known(before), after)
        const incoming = [...added, ...updated, ...unchanged, ...cancelled].flatMap(
          ({ session }) => session ?? [],
        )
        expect(new Set(incoming)).toEqual(new Set(after))
        expect(incoming).toHaveLength(after.length)
        const stored = [...updated, ...unchanged, ...cancelled].map(({ key }) => key)
        expect(new Set(stored).size).toBe(stored.length)
        expect(new Set(after.map(({ key }) => key)).size).toBe(after.length)
        const again = compareSchedule(known(after), after)
        expect([again.added, again.updated, again.cancelled]).toEqual([[], [], []])
      }),
      { numRuns: 300 },
    )
  })
})
