import { describe, expect, it } from 'vitest'
import { judgePerson } from '../../../web/console/check-in/door/judge.ts'
import { type PackHead, readPack } from '../../../web/console/check-in/door/pack.ts'
import {
  findPeople,
  type Person,
  type PersonLine,
  readPerson,
} from '../../../web/console/check-in/door/person.ts'
import { groupScans, settle } from '../../../web/console/check-in/door/queue.ts'
import {
  checkInBody,
  findEarlier,
  findLater,
  type Scan,
  whereIs,
  withScan,
} from '../../../web/console/check-in/door/scan.ts'
import { verdictOfCode } from '../../../web/console/check-in/door/verdict.ts'

const ada: Person = {
  id: 'a1',
  name: 'Ada Lovelace',
  type: 0,
  number: '3479ACDEF',
  standing: 'expected',
  presence: undefined,
  generation: 0,
}
const scan: Scan = {
  id: 'nonce-1',
  doorId: 'e1/',
  organisationId: 'o1',
  eventId: 'e1',
  sessionId: null,
  attendeeId: 'a1',
  name: 'Ada Lovelace',
  way: 'checked-in',
  at: 1_000,
  method: 'scan',
  gate: 'North',
  device: '',
  force: false,
  state: 'waiting',
}

describe('a door without a network', () => {
  const inside = { status: 'checked-in', at: 900, gate: 'South' } as const

  it('lets in who is expected, once', () => {
    expect(judgePerson(ada, 'checked-in', false)).toEqual({ way: 'checked-in' })
    expect(judgePerson({ ...ada, presence: inside }, 'checked-in', false)).toEqual({
      refused: 'already-in',
      presence: inside,
    })
    const left = { ...inside, status: 'checked-out' as const }
    expect(judgePerson({ ...ada, presence: left }, 'checked-in', false)).toEqual({ way: 'checked-in' })
  })

  it('lets in nobody else, unless somebody insists', () => {
    for (const standing of ['waiting', 'cancelled', 'not-enrolled'] as const) {
      expect(judgePerson({ ...ada, standing }, 'checked-in', false)).toEqual({ refused: standing })
      expect(judgePerson({ ...ada, standing }, 'checked-in', true)).toEqual({ way: 'checked-in' })
    }
  })

  it('lets out who is in', () => {
    expect(judgePerson(ada, 'checked-out', false)).toEqual({ refused: 'not-in' })
    expect(judgePerson({ ...ada, presence: inside }, 'checked-out', false)).toEqual({ way: 'checked-out' })
  })
})

describe('the list of a door', () => {
  const head = { eventId: 'e1', syncToken: 't' } as PackHead
  const bytesOf = (...lines: unknown[]) => {
    const bytes = new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    return new ReadableStream<Uint8Array>({
      start(controller) {
        // Cut where it hurts: in the middle of lines and of letters.
        for (let at = 0; at < bytes.length; at += 7) controller.enqueue(bytes.subarray(at, at + 7))
        controller.close()
      },
    })
  }
  const line = (id: string): PersonLine => [id, 'Zoë', 'Größe', 0, 'N', 'expected']

  it('is read as it arrives, in parts', async () => {
    const parts: number[] = []
    const lines = Array.from({ length: 1_200 }, (_none, at) => line(String(at)))
    const count = await readPack(bytesOf(head, ...lines, { end: 1_200 }), {
      onHead: (read) => expect(read).toEqual(head),
      onLines: async (some) => void parts.push(some.length),
    })
    expect([count, parts]).toEqual([1_200, [500, 500, 200]])
    expect(readPerson(line('x'))).toMatchObject({ id: 'x', name: 'Zoë Größe', presence: undefined })
    expect(readPerson(['gone'])).toBeUndefined()
  })

  it('is none where its end is missing', async () => {
    const ignore = { onHead: () => {}, onLines: async () => {} }
    await expect(readPack(bytesOf(head, line('a')), ignore)).rejects.toThrow(/lines arrived/)
    await expect(readPack(bytesOf(head, line('a'), { end: 2 }), ignore)).rejects.toThrow(/lines arrived/)
  })

  it('is searched by the beginnings of names and by number', () => {
    const people = [ada, { ...ada, id: 'b', name: 'Zoë de la Cruz', number: 'XXXXXXXXX' }]
    const found = (typed: string) => findPeople(people, typed).map(({ id }) => id)
    expect(found('lov ada')).toEqual(['a1'])
    expect(found('ZOE')).toEqual(['b'])
    expect(found('ove')).toEqual([])
    expect(found('3479-acd ef')).toEqual(['a1'])
    expect(found('  ')).toEqual([])
  })
})

describe('scans that wait', () => {
  it('are sent a door at a time, a hundred together', () => {
    const many = Array.from({ length: 150 }, (_none, at) => ({ ...scan, id: String(at) }))
    const groups = groupScans([
      ...many,
      { ...scan, id: 'x', doorId: 'e2/' },
      { ...scan, id: 'y', state: 'sent' },
    ])
    expect(groups.map((group) => group.length)).toEqual([100, 50, 1])
  })

  it('carry their nonce and their time, and who was there by id or by ticket', () => {
    expect(checkInBody(scan)).toEqual({
      attendeeId: 'a1',
      status: 'checked-in',
      at: '1970-01-01T00:00:01.000Z',
      nonce: 'nonce-1',
      method: 'scan',
      gate: 'North',
    })
    expect(checkInBody({ ...scan, ticket: 't.t.t', force: true })).toMatchObject({
      ticket: 't.t.t',
      force: true,
    })
    expect(checkInBody({ ...scan, ticket: 't.t.t' })).not.toHaveProperty('attendeeId')
  })

  it('are sent, told or go on waiting, as each is answered', () => {
    const [sent, told, busy, unanswered] = settle(
      [scan, { ...scan, id: '2' }, { ...scan, id: '3' }, { ...scan, id: '4' }],
      [
        { index: 0, status: 201 },
        { index: 1, status: 409, problem: { code: 'not-expected' } },
        { index: 2, status: 503 },
      ],
    )
    expect(sent).toMatchObject({ state: 'sent', name: '' })
    expect(told).toMatchObject({ state: 'told', told: { code: 'not-expected' } })
    expect([busy?.state, unanswered?.state]).toEqual(['waiting', 'waiting'])
  })

  it('are undone at the server by what it recorded, once nothing can be on its way any longer', () => {
    const back: Scan = { ...scan, state: 'taken-back' }
    expect(whereIs(back, { nonce: 'nonce-1', now: 2_000 })).toBe('there')
    expect(whereIs(back, { nonce: undefined, now: 60_999 })).toBe('perhaps')
    expect(whereIs(back, { nonce: null, now: 61_000 })).toBe('nowhere')
    expect(whereIs(back, { nonce: 'nonce-2', now: 61_000 })).toBe('nowhere')
    expect(groupScans([back])).toEqual([])
  })

  it('lie on top of the list, unless the list is newer', () => {
    expect(withScan(ada, scan).presence).toEqual({ status: 'checked-in', at: 1_000, gate: 'North' })
    const out = { ...ada, presence: { status: 'checked-out', at: 2_000, gate: null } as const }
    expect(withScan(out, scan)).toBe(out)
  })

  it('tell of another door that was earlier, or later', () => {
    const seen = (at: number, nonce = 'other') => ({
      ...ada,
      presence: { status: 'checked-in', at, gate: 'South', nonce } as const,
    })
    const sent: Scan = { ...scan, state: 'sent' }
    expect(findEarlier(sent, seen(900))).toEqual({ code: 'already-checked-in', at: 900, gate: 'South' })
    expect(findEarlier(sent, seen(1_000, 'nonce-1'))).toBeUndefined()
    expect(findEarlier(sent, seen(900, 'nonce-1'))).toBeUndefined()
    expect(findEarlier(scan, seen(900))).toBeUndefined()
    expect(findLater(scan, seen(1_200))).toEqual({ code: 'also-in', at: 1_200, gate: 'South' })
    expect(findLater(scan, seen(900))).toBeUndefined()
    expect(findLater(scan, ada)).toBeUndefined()
  })
})

describe('a refusal of the server', () => {
  it('is put into the words of the door', () => {
    expect(verdictOfCode('already-checked-in', 'expected')).toBe('already-in')
    expect(verdictOfCode('not-expected', 'waiting')).toBe('waiting')
    expect(verdictOfCode('not-expected', undefined)).toBe('cancelled')
    expect(verdictOfCode('not-found', undefined)).toBe('unknown')
    expect(verdictOfCode('busy', undefined)).toBe('failed')
  })
})
