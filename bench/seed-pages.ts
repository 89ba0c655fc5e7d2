import { createChance } from '../src/app/demo/chance.ts'
import { makeConference } from '../src/app/demo/conference.ts'
import type { EventDocument } from '../src/events/import/event-document.ts'
import { importEvent } from '../src/events/import/import-event.ts'
import type { Context } from '../src/kernel/context.ts'
import type { SeedPages } from './seed-file.ts'

const SEED = 20_410_506
const MIDNIGHT = Date.UTC(2041, 4, 6)
const LONG = 2_000
const MANY = 500
const EACH = 12

/** The demo's conference, the same with ten times the sessions, and many small events. */
export async function seedPages(context: Context, organisationId: string): Promise<SeedPages> {
  const conference = makeConference(createChance(SEED), MIDNIGHT)
  const pages = {
    demo: conference.event.code,
    long: 'LONG',
    many: Array.from({ length: MANY }, (_, index) => `SMALL-${index + 1}`),
  }
  const documents = [
    conference,
    likeIt(conference, { code: pages.long, count: LONG }),
    ...pages.many.map((code) => likeIt(conference, { code, count: EACH })),
  ]
  for (const document of documents)
    await context.database.write((tx) => importEvent(tx, context, { organisationId, document }))
  return pages
}

type Like = { code: string; count: number }

/** With another number of sessions, and without options: those name sessions. */
function likeIt(
  { event, sessions = [], form, ...rest }: EventDocument,
  { code, count }: Like,
): EventDocument {
  return {
    ...rest,
    event: { ...event, code, title: `Passage ${code}` },
    optionGroups: [],
    ...(form === undefined ? {} : { form: { ...form, optionGroupIds: [] } }),
    sessions: Array.from({ length: count }, (_, index) => {
      const session = sessions[index % sessions.length]
      if (session === undefined) throw new Error('the conference has sessions')
      return { ...session, code: `S${index + 1}`, title: `${session.title} (${index + 1})` }
    }),
  }
}
