import { expect, it } from 'vitest'
import { findEndedOf, findLiveOf } from '../../../src/events/public-page/page-store.ts'
import { hasOtherLive } from '../../../src/events/registration/registration-store.ts'
import { onEachApp } from '../../harness.ts'
import { plansOf } from '../../plans.ts'
import { createWorld } from '../world.ts'

onEachApp('whether an address is registered already', (running) => {
  /** PostgreSQL keeps the plan that it makes for the first registrations until it has statistics, a minute later. */
  it('is found by the address, also when it is planned among few', async () => {
    const { database } = running().app.context
    const { eventId } = await createWorld(running())
    const address = 'somebody@example.org'
    const plans = [
      await plansOf(database, (db) => hasOtherLive(db, { event_id: eventId, email_key: address, id: 'x' })),
      await plansOf(database, (db) => findLiveOf(db, eventId, address)),
      await plansOf(database, (db) => findEndedOf(db, eventId, address)),
    ]
    for (const plan of plans) expect(plan).toMatch(/email/)
    for (const plan of plans) expect(plan).not.toMatch(/in_status/)
  })
})
