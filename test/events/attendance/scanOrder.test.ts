import { beforeAll, expect, it } from 'vitest'
import { onEachApp } from '../../harness.ts'
import { createDice, scaled } from '../../seed.ts'
import {
  type Attendance,
  type Attendee,
  attend,
  createConference,
  primaryOf,
  type Summary,
} from '../attendee-scene.ts'
import { createOrganiser, type Organiser } from '../scene.ts'

type Scan = { readonly out: boolean; readonly minute: number }
type Seen = Pick<Attendance, 'status' | 'checkedInAt'> & { checkedOutAt: unknown }

onEachApp('scans that were taken offline', (running) => {
  let organiser: Organiser
  let event: Awaited<ReturnType<typeof createConference>>
  beforeAll(async () => {
    organiser = await createOrganiser(running())
    event = await createConference(running(), organiser)
  })
  const start = '2026-01-01T00:00:00.000Z'
  const at = (minute: number) => new Date(Date.parse(start) - 3_600_000 + minute * 60_000).toISOString()
  const door = (sessionId: string) =>
    `/registration/api/v1/events/${event.id}/attendance${sessionId === '' ? '' : `/${sessionId}`}`
  const bodyOf = (attendeeId: string, { out, minute }: Scan) => ({
    attendeeId,
    at: at(minute),
    // A door that has not heard of the check-in lets people out by hand.
    ...(out ? { status: 'checked-out', force: true } : {}),
  })
  const someone = async () => primaryOf(await attend(organiser, event)).id
  const recordOf = async (attendeeId: string, sessionId: string): Promise<Seen> => {
    const path = `${door(sessionId)}?attendeeId=${attendeeId}`
    const [record] = (await organiser.call<{ data: Seen[] }>('GET', path)).body.data
    if (record === undefined) throw new Error('nobody was scanned')
    const { status, checkedInAt, checkedOutAt } = record
    return { status, checkedInAt, checkedOutAt }
  }
  /** The last scan decides, the earliest sign of somebody is when they came. */
  const expectedOf = (scans: readonly Scan[]): Seen => {
    const inOrder = [...scans].sort((a, b) => a.minute - b.minute)
    const last = inOrder.at(-1) as Scan
    return {
      status: last.out ? 'checked-out' : 'checked-in',
      checkedInAt: at(inOrder[0]?.minute ?? 0),
      checkedOutAt: last.out ? at(last.minute) : null,
    }
  }
  const scansOf = (text: string): Scan[] =>
    text.split(' ').map((word) => ({ out: word.startsWith('out'), minute: Number(word.replace(/\D+/, '')) }))

  const sets = [
    'in10 in13 out12',
    'in10 out12 in13 out14',
    'in10 out12',
    'out12 in13',
    'in10 out11 out12 in13',
  ]
  it.each(sets)('end in the same state in every order: %s', async (text) => {
    const scans = scansOf(text)
    for (const order of permutationsOf(scans))
      for (const sessionId of ['', event.sessions.KEY as string]) {
        const id = await someone()
        await organiser.call('POST', door(sessionId), { body: order.map((scan) => bodyOf(id, scan)) })
        expect(await recordOf(id, sessionId), JSON.stringify(order)).toEqual(expectedOf(scans))
        if (sessionId === '') await agrees(id, expectedOf(scans))
      }
  })

  it('end in the same state when they arrive one by one or all at once', async () => {
    const dice = createDice('scans')
    for (let round = 0; round < scaled(6, 60); round++) {
      const minutes = [...new Set(Array.from({ length: 7 }, () => dice.between(1, 50)))]
      const scans = minutes.map((minute) => ({ out: dice.chance(0.5), minute }))
      const [one, all] = [await someone(), await someone()]
      for (const scan of scans) await organiser.call('POST', door(''), { body: bodyOf(one, scan) })
      await Promise.all(scans.map((scan) => organiser.call('POST', door(''), { body: bodyOf(all, scan) })))
      for (const id of [one, all]) {
        expect(await recordOf(id, ''), JSON.stringify(scans)).toEqual(expectedOf(scans))
        await agrees(id, expectedOf(scans))
      }
    }
    const { data, summary } = (
      await organiser.call<{ data: Attendance[]; summary: Summary }>('GET', `${door('')}?pageSize=200`)
    ).body
    const count = (status: string) => data.filter((record) => record.status === status).length
    expect([summary.checkedIn, summary.checkedOut]).toEqual([count('checked-in'), count('checked-out')])
  })

  it('keep the time of one that was refused, also with an Idempotency-Key', async () => {
    const id = await someone()
    const send = (scan: Scan, key: string) =>
      organiser.call('POST', door(''), { body: bodyOf(id, scan), headers: { 'idempotency-key': key } })
    expect((await send({ out: false, minute: 10 }, `${id} 1`)).status).toBe(201)
    const refused = await send({ out: false, minute: 13 }, `${id} 2`)
    expect([refused.status, refused.body.code]).toEqual([409, 'already-checked-in'])
    expect((await send({ out: true, minute: 12 }, `${id} 3`)).body).toMatchObject({ status: 'checked-in' })
    expect((await send({ out: true, minute: 14 }, `${id} 4`)).body).toMatchObject({ status: 'checked-out' })
  })

  /** The attendee tells what the record tells. */
  async function agrees(id: string, { status, checkedInAt, checkedOutAt }: Seen): Promise<void> {
    const { body } = await organiser.call<Attendee>('GET', `/eventdata/attendees/${id}`)
    expect(body).toMatchObject({ checkedIn: status === 'checked-in', checkedInAt, checkedOutAt })
  }
})

function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]]
  return items.flatMap((item, index) =>
    permutationsOf(items.filter((_other, at) => at !== index)).map((rest) => [item, ...rest]),
  )
}
