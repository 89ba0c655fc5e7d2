import { afterAll, beforeAll, expect, it } from 'vitest'
import { enterTallies, noteDecision, readDecisions } from '../../../src/platform/audit/tallies.ts'
import { sweepTallies } from '../../../src/platform/audit/tally-store.ts'
import { listTrail } from '../../../src/platform/audit/trail-store.ts'
import { onEachEngine } from '../../engines.ts'
import { openContext, type TestContext } from '../accounts/context.ts'

const HOUR_MS = 3_600_000

onEachEngine('decisions about who gets in', (place) => {
  let context: TestContext
  beforeAll(async () => {
    context = await openContext(place())
  })
  afterAll(() => context.database.close())

  const note = (subject: string, decision: 'accepted' | 'refused') =>
    noteDecision(context.database, context, { scope: 'application:1', subject, decision })
  const entries = async () => {
    const all = { actor: undefined, subject: undefined, from: undefined, until: undefined, before: undefined }
    return listTrail(context.database, { ...all, action: 'sign-in.tally', limit: 10 })
  }

  it('are counted exactly, many at once, and summed up in the trail once, when their hour is over', async () => {
    const from = Math.floor(context.clock.now() / HOUR_MS) * HOUR_MS
    context.clock.advance(from + HOUR_MS - context.clock.now())
    const begin = context.clock.now()
    await Promise.all(Array.from({ length: 300 }, () => note('user:1', 'refused')))
    await Promise.all([note('user:1', 'accepted'), note('user:2', 'accepted')])
    expect(await readDecisions(context, 'user:1', 10)).toEqual([
      { from: begin, decision: 'accepted', amount: 1, lastAt: begin },
      { from: begin, decision: 'refused', amount: 300, lastAt: begin },
    ])
    context.clock.advance(HOUR_MS)
    await enterTallies(context)
    expect(await entries()).toEqual([])
    context.clock.advance(600_000)
    await Promise.all([enterTallies(context), enterTallies(context)])
    await enterTallies(context)
    const [entry, ...more] = await entries()
    expect(more).toEqual([])
    expect([entry?.subject, JSON.parse(entry?.detail ?? '')]).toEqual([
      'application:1',
      {
        from: new Date(begin).toISOString(),
        accepted: 2,
        acceptedSubjects: 2,
        refused: 300,
        refusedSubjects: 1,
      },
    ])
  })

  it('are forgotten after 90 days; the sums stay', async () => {
    await note('user:3', 'accepted')
    context.clock.advance(89 * 24 * HOUR_MS)
    await sweepTallies(context.database, context.clock.now())
    expect(await readDecisions(context, 'user:3', 10)).toHaveLength(1)
    context.clock.advance(2 * 24 * HOUR_MS)
    await enterTallies(context)
    await sweepTallies(context.database, context.clock.now())
    expect(await readDecisions(context, 'user:3', 10)).toEqual([])
    expect((await entries()).length).toBeGreaterThan(0)
  })
})
