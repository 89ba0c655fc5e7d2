import { join } from 'node:path'
import { loadConfig } from '../../src/app/config/config.ts'
import { openContext } from '../../src/app/context/context.ts'
import { importEvent } from '../../src/events/import/import-event.ts'
import { systemClock } from '../../src/kernel/base/clock.ts'
import { createLogger } from '../../src/kernel/base/log.ts'
import type { Context } from '../../src/kernel/context.ts'
import { loadSqlite } from '../../src/kernel/database/sqlite/driver.ts'
import { createApiKey } from '../../src/platform/accounts/api-keys.ts'
import { getOrCreateOrganisation } from '../../src/platform/accounts/organisations.ts'
import type { BrowserSuite } from './chromium.ts'

type Json = Record<string, unknown>
export type Made = { readonly eventId: string; register(body: Json): Promise<Json & { id: string }> }

/** An event beside the server, and the way to register for it. */
export async function makeEvent(
  running: BrowserSuite,
  document: Json,
  organisation = 'Default',
): Promise<Made> {
  const { key, eventId } = await withContext(running, async (context) => {
    const { key: made } = await createApiKey(context, {
      service: 'events',
      name: 'test',
      organisation,
    })
    const { id } = await context.database.write(async (tx) => {
      const { id: organisationId } = await getOrCreateOrganisation(tx, context, organisation)
      return importEvent(tx, context, { organisationId, document })
    })
    return { key: made.reveal(), eventId: id }
  })
  return {
    eventId,
    async register(body) {
      const answer = await fetch(`${running.url}/registration/api/v1/events/${eventId}/registrations`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      if (answer.status !== 201) throw new Error(await answer.text())
      return (await answer.json()) as Json & { id: string }
    },
  }
}

async function withContext<T>({ place }: BrowserSuite, work: (context: Context) => Promise<T>): Promise<T> {
  const env = { LANYARD_DATA: place.dataFolder }
  const config = loadConfig({ cwd: place.dataFolder, readFile: () => undefined, env })
  const log = createLogger({ level: 'error', write: () => {}, clock: systemClock })
  const context = await openContext(config, { log })
  try {
    return await work(context)
  } finally {
    await context.database.close()
  }
}

/** Copies of one registration by the database itself: a hundred thousand take seconds. */
export async function copyRegistration(
  { place }: BrowserSuite,
  { id, eventId, count, first = 0 }: { id: string; eventId: string; count: number; first?: number },
): Promise<void> {
  const { DatabaseSync } = await loadSqlite()
  const db = new DatabaseSync(join(place.dataFolder, 'lanyard.sqlite'))
  const columnsOf = (table: string) =>
    (db.prepare(`select name from pragma_table_info('${table}')`).all() as { name: string }[]).map(
      ({ name }) => name,
    )
  const copy = (table: string, changed: Readonly<Record<string, string>>, where: string) => {
    const columns = columnsOf(table).filter((name) => name !== 'seq')
    db.exec(`insert into ${table} (${columns.join()})
      with recursive numbers(n) as (select ${first} + 1 union all select n + 1 from numbers where n < ${first + count})
      select ${columns.map((name) => changed[name] ?? `t.${name}`).join()} from ${table} t, numbers where ${where}`)
  }
  const registration = `printf('01990000-%04x-7000-8000-%012x', n / 65536, n)`
  const attendee = `printf('01990001-%04x-7000-8000-%012x', n / 65536, n)`
  const roles = `case n % 3 when 0 then 'Engineer' when 1 then 'Poet' else 'Baker' end`
  const names = {
    first_name: `'Person'`,
    last_name: `'Number ' || n`,
    email: `'person.' || n || '@example.org'`,
    email_key: `'person.' || n || '@example.org'`,
    company: `'Company ' || (n % 50)`,
    answers: `json_object('role', ${roles}, 'years', n % 40)`,
  }
  const answer = { registration_id: registration, attendee_id: attendee }
  db.exec('pragma busy_timeout = 20000; pragma synchronous = off; begin immediate')
  copy(
    'events_registrations',
    {
      ...names,
      id: registration,
      confirmation_number: `printf('N%07d', n)`,
      live_email: `'person.' || n || '@example.org'`,
      registered_at: 'registered_at - n * 1000',
    },
    `t.id = '${id}'`,
  )
  copy(
    'events_attendees',
    { ...names, id: attendee, registration_id: registration, last_name_key: `'number ' || n` },
    `t.registration_id = '${id}'`,
  )
  copy(
    'events_answers',
    { ...answer, key: `lower(${roles})`, value: `lower(${roles})` },
    `t.registration_id = '${id}' and t.field = 'role'`,
  )
  copy(
    'events_texts',
    { owner_id: attendee, words: `replace(words, 'template', 'person number' || n)` },
    `t.owner_id = (select id from events_attendees where registration_id = '${id}')`,
  )
  db.exec(`insert into events_texts_index (events_texts_index) values ('rebuild')`)
  db.exec(`update events_places set taken = taken + ${count} where id = '${eventId}'`)
  db.exec(`update events_status_counts set registrations = registrations + ${count}, people = people + ${count}
    where event_id = '${eventId}' and status = 'confirmed'; commit`)
  db.close()
}
