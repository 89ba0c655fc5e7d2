import { describe, expect, it } from 'vitest'
import { clashesOf } from '../../../../web/console/events/schedule/clashes.ts'
import { daysOf, hoursOf, layoutDay, roomsOf, spotOf } from '../../../../web/console/events/schedule/grid.ts'
import { stepHeld, withEnd, withStart } from '../../../../web/console/events/schedule/hold.ts'
import { isSameMove, moveTo, resizeTo } from '../../../../web/console/events/schedule/move.ts'
import { neighbourOf } from '../../../../web/console/events/schedule/neighbour.ts'
import { within } from '../../../speed.ts'

const zone = 'Europe/Berlin'
const session = (id: string, start: string, end: string, room: string | null = 'A') => ({
  ...{ id, start, end, room, status: 'active' as const, title: id, speakers: [] as { name: string }[] },
})
const on = (time: string) => `2031-05-06T${time}:00+02:00`

describe('the grid of a schedule', () => {
  it('puts sessions that overlap in a room beside each other, and others on the whole width', () => {
    const placed = layoutDay(
      [
        session('a', on('09:00'), on('10:00')),
        session('b', on('09:30'), on('10:30')),
        session('c', on('10:00'), on('11:00')),
        session('d', on('11:00'), on('12:00')),
        session('e', on('09:00'), on('10:00'), 'B'),
      ],
      '2031-05-06',
      zone,
    )
    const lanes = Object.fromEntries(
      placed.map(({ session: { id }, lane, lanes }) => [id, `${lane}/${lanes}`]),
    )
    expect(lanes).toEqual({ a: '0/2', b: '1/2', c: '0/2', d: '0/1', e: '0/1' })
  })

  it('shows a session on the day that it starts on, in the zone of the event', () => {
    const late = session('late', '2031-05-06T22:30:00Z', '2031-05-06T23:30:00Z')
    expect(spotOf(late, zone)).toEqual({ day: '2031-05-07', from: 30, to: 90 })
    expect(layoutDay([late], '2031-05-06', zone)).toEqual([])
    expect(layoutDay([late], '2031-05-07', zone)).toHaveLength(1)
  })

  it('lets a session that runs past midnight go on below its day', () => {
    expect(spotOf(session('night', on('23:00'), '2031-05-07T01:00:00+02:00'), zone)).toMatchObject({
      from: 1380,
      to: 1500,
    })
  })

  it('gives a session a height when clocks are put back', () => {
    const back = session('back', '2031-10-26T02:30:00+02:00', '2031-10-26T02:15:00+01:00')
    expect(spotOf(back, zone)).toEqual({ day: '2031-10-26', from: 150, to: 195 })
  })

  it('lists the days of the event and those of its sessions', () => {
    const event = { start: on('09:00'), end: '2031-05-07T18:00:00+02:00', timezone: zone }
    expect(daysOf([session('x', '2031-05-09T09:00:00+02:00', '2031-05-09T10:00:00+02:00')], event)).toEqual([
      '2031-05-06',
      '2031-05-07',
      '2031-05-09',
    ])
    const long = { ...event, end: '2032-05-07T18:00:00+02:00' }
    expect(daysOf([session('x', on('09:00'), on('10:00'))], long)).toEqual(['2031-05-06'])
  })

  it('sorts rooms as people count, those without one last', () => {
    const rooms = roomsOf([{ room: 'Hall 10' }, { room: null }, { room: 'Hall 2' }], ['Annex'])
    expect(rooms).toEqual(['Annex', 'Hall 2', 'Hall 10', ''])
    expect(roomsOf([])).toEqual([''])
  })

  it('shows an hour before and after', () => {
    expect(hoursOf([{ from: 570, to: 700 }])).toEqual({ from: 8, to: 13 })
    expect(hoursOf([])).toEqual({ from: 9, to: 18 })
  })

  it('finds rooms and speakers that are in two places at once', () => {
    const ada = [{ name: 'Ada' }]
    const clashes = clashesOf([
      { ...session('a', on('09:00'), on('10:00')), speakers: ada },
      { ...session('b', on('09:30'), on('10:30')) },
      { ...session('c', on('09:45'), on('10:30'), 'B'), speakers: ada },
      { ...session('d', on('10:00'), on('11:00'), 'C'), speakers: ada, status: 'cancelled' as const },
      { ...session('e', on('09:00'), on('18:00'), null) },
    ])
    expect(clashes.get('a')).toEqual([
      { kind: 'room', name: 'A', with: 'b' },
      { kind: 'speaker', name: 'Ada', with: 'c' },
    ])
    expect([...clashes.keys()].sort()).toEqual(['a', 'b', 'c'])
  })

  it('lays two thousand sessions out at once', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => {
      const start = Date.parse(on('08:00')) + (at % 100) * 300_000
      return session(
        `s${at}`,
        new Date(start).toISOString(),
        new Date(start + 1_800_000).toISOString(),
        `R${at % 20}`,
      )
    })
    const startedAt = performance.now()
    expect(layoutDay(many, '2031-05-06', zone)).toHaveLength(2_000)
    clashesOf(many)
    expect(performance.now() - startedAt).toBeLessThan(within(5_000))
  })
})

describe('a move', () => {
  it('keeps the length and writes the offset of the new day', () => {
    const known = session('a', '2031-03-29T10:00:00+01:00', '2031-03-29T11:30:00+01:00')
    expect(moveTo(known, { day: '2031-03-30', from: 600, room: 'B' }, zone)).toEqual({
      start: '2031-03-30T10:00:00+02:00',
      end: '2031-03-30T11:30:00+02:00',
      room: 'B',
    })
  })

  it('keeps the length over a change of the clocks', () => {
    const known = session('a', '2031-03-29T10:00:00+01:00', '2031-03-29T11:30:00+01:00')
    expect(moveTo(known, { day: '2031-03-30', from: 90, room: '' }, zone)).toEqual({
      start: '2031-03-30T01:30:00+01:00',
      end: '2031-03-30T04:00:00+02:00',
      room: null,
    })
  })

  it('changes an end, never below five minutes', () => {
    const known = session('a', on('10:00'), on('11:00'))
    const spot = { day: '2031-05-06', room: 'A', from: 600 }
    expect(resizeTo(known, { ...spot, to: 675 }, zone)).toMatchObject({
      start: on('10:00'),
      end: on('11:15'),
    })
    expect(resizeTo(known, { ...spot, to: 590 }, zone)).toMatchObject({ end: on('10:05') })
    const elsewhere = { ...spot, room: 'B', from: 720, to: 795 }
    expect(resizeTo(known, elsewhere, zone)).toEqual({ start: on('12:00'), end: on('13:15'), room: 'B' })
  })

  it('is none where nothing changes', () => {
    const known = session('a', '2031-05-06T08:00:00Z', '2031-05-06T09:00:00Z', null)
    expect(isSameMove(known, moveTo(known, { day: '2031-05-06', from: 600, room: '' }, zone))).toBe(true)
    expect(isSameMove(known, moveTo(known, { day: '2031-05-06', from: 605, room: '' }, zone))).toBe(false)
  })
})

describe('keys on the grid', () => {
  const spot = { day: '2031-05-06', from: 600, to: 660, room: 'B' }
  const press = (key: string, more = {}) => ({ key, shiftKey: false, ctrlKey: false, ...more })

  it('moves what is held by fifteen minutes, by five, and from room to room', () => {
    expect(stepHeld(spot, ['A', 'B'], press('ArrowDown'))).toMatchObject({ from: 615, to: 675 })
    expect(stepHeld(spot, ['A', 'B'], press('ArrowUp', { ctrlKey: true }))).toMatchObject({
      from: 595,
      to: 655,
    })
    expect(stepHeld(spot, ['A', 'B'], press('ArrowLeft'))).toMatchObject({ room: 'A', from: 600 })
    expect(stepHeld(spot, ['A', 'B'], press('ArrowRight'))).toEqual(spot)
    expect(stepHeld(spot, ['A', 'B'], press('ArrowDown', { shiftKey: true }))).toMatchObject({
      from: 600,
      to: 675,
    })
    expect(stepHeld(spot, ['A', 'B'], press('x'))).toBeUndefined()
  })

  it('stays on its day, and keeps a length', () => {
    expect(withStart(spot, -30)).toMatchObject({ from: 0, to: 60 })
    expect(withStart(spot, 3_000)).toMatchObject({ from: 1435 })
    expect(withEnd(spot, 0)).toMatchObject({ to: 605 })
  })

  it('goes to the neighbour in the room, and to the nearest in time beside it', () => {
    const spots = [
      { id: 'a', room: 'A', from: 540 },
      { id: 'b', room: 'A', from: 600 },
      { id: 'c', room: 'C', from: 500 },
      { id: 'd', room: 'C', from: 610 },
    ]
    const rooms = ['A', 'B', 'C']
    expect(neighbourOf(spots, rooms, { id: 'a', key: 'ArrowDown' })).toBe('b')
    expect(neighbourOf(spots, rooms, { id: 'a', key: 'ArrowUp' })).toBeUndefined()
    expect(neighbourOf(spots, rooms, { id: 'b', key: 'ArrowRight' })).toBe('d')
    expect(neighbourOf(spots, rooms, { id: 'd', key: 'ArrowLeft' })).toBe('b')
  })
})
