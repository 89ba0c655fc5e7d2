import { readConfiguration } from '../src/events/configuration/configuration-store.ts'
import { importEvent } from '../src/events/import/import-event.ts'
import type { Context } from '../src/kernel/context.ts'
import type { Database } from '../src/kernel/database/database.ts'
import { statementOnce } from '../src/kernel/database/statement.ts'
import { createApiKey } from '../src/platform/accounts/api-keys.ts'
import { getOrCreateOrganisation } from '../src/platform/accounts/organisations.ts'
import type { SeedEvent } from './seed-file.ts'

const ORGANISATION = 'Bench'
/** More than any run sells: every sale is counted and none refused. */
const CAPACITY = 10_000_000

const document = {
  event: {
    code: 'BENCH',
    title: 'A conference for the bench',
    status: 'published',
    start: '2041-05-06T09:00:00+02:00',
    end: '2041-05-07T18:00:00+02:00',
    timezone: 'Europe/Berlin',
    capacity: CAPACITY,
  },
  registrationTypes: [{ code: 'FULL', name: 'Full', capacity: CAPACITY }],
  optionGroups: [
    {
      ref: 'meals',
      name: 'Meals',
      selection: 'single',
      options: [{ name: 'Dinner', code: 'DINNER', capacity: CAPACITY }],
    },
  ],
  form: {
    optionGroupIds: ['meals'],
    sections: [
      {
        title: 'About you',
        fields: [
          {
            name: 'role',
            label: 'What do you do?',
            type: 'text',
            required: true,
            validation: { maxLength: 80 },
          },
          {
            name: 'diet',
            label: 'What do you eat?',
            type: 'select',
            required: true,
            choices: ['all', 'vegetarian', 'vegan'].map((value) => ({ value, label: value })),
          },
          { name: 'years', label: 'For how long?', type: 'number', validation: { minimum: 0, maximum: 90 } },
          { name: 'news', label: 'May we write to you?', type: 'boolean' },
        ],
      },
    ],
  },
}

/** An event with a capacity at everything that a registration takes, and a form of four fields. */
export async function seedEvent(context: Context): Promise<SeedEvent> {
  const { database } = context
  const { key } = await createApiKey(context, {
    service: 'events',
    name: 'Bench',
    organisation: ORGANISATION,
  })
  const { id, organisationId } = await database.write(async (tx) => {
    const organisation = await getOrCreateOrganisation(tx, context, ORGANISATION)
    const event = await importEvent(tx, context, { organisationId: organisation.id, document })
    return { id: event.id, organisationId: organisation.id }
  })
  const configuration = await readConfiguration(database, id)
  const [type] = configuration?.types.values() ?? []
  const [group] = configuration?.groups.values() ?? []
  const [option] = group?.options ?? []
  if (type === undefined || group === undefined || option === undefined)
    throw new Error('the event has a type and an option')
  return {
    apiKey: key.reveal(),
    organisationId,
    eventId: id,
    typeId: type.id,
    option: { groupId: group.id, optionId: option.id },
    schema: database.capabilities.engine === 'sqlite' ? await readSchema(database) : [],
  }
}

/** The tables that FTS5 keeps for itself are made with its own. */
async function readSchema(database: Database): Promise<string[]> {
  type Made = { sqlite_master: { type: string; name: string; sql: string | null } }
  const rows = await database.all(
    statementOnce<Made, { sql: string | null }>((db) =>
      db
        .selectFrom('sqlite_master')
        .select('sql')
        .where('name', 'like', 'events_%')
        .where('name', 'not like', 'events_texts_index_%')
        .where('sql', 'is not', null),
    ),
    {},
  )
  return rows.map(({ sql }) => sql ?? '')
}
