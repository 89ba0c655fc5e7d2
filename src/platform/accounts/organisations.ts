import { Fault } from '../../kernel/base/fault.ts'
import type { Context } from '../../kernel/context.ts'
import type { Reader, Transaction } from '../../kernel/database/database.ts'
import { unlessTaken } from '../../kernel/database/sqlite/refusal.ts'
import { localActor, recordAudit } from '../audit/entries.ts'
import { readName } from './name.ts'
import {
  addOrganisation,
  changeOrganisationName,
  findOrganisation,
  findOrganisationById,
  listFirstOrganisations,
} from './store.ts'

export type Organisation = { readonly id: string; readonly name: string }

const nameOfTheFirst = 'Default'

/** The organisation that `lanyard demo` creates: other data goes there only if somebody names it. */
export const demoOrganisation = 'Passage Conferences'

const mostListed = 1000
const mostNamed = 20

/** Lists all organisations, or only the given one. */
export async function listOrganisations(
  { database }: Pick<Context, 'database'>,
  only: string | undefined,
): Promise<Organisation[]> {
  const one = only === undefined ? undefined : await findOrganisationById(database, only)
  const rows =
    only === undefined ? await listFirstOrganisations(database, mostListed) : one === undefined ? [] : [one]
  return rows.map(({ id, name }) => ({ id, name }))
}

/** Finds an organisation by name and creates it if new; without a name, the first one, created if there is none. */
export async function getOrCreateOrganisation(
  tx: Transaction,
  context: Context,
  name: string | undefined,
  actor: string = localActor,
): Promise<Organisation> {
  if (name === undefined) return ensureOrganisation(tx, context, actor)
  return findOrCreate(tx, context, { name: readName('The organisation', name), actor })
}

/** The first organisation, created if there is none. The demo's organisation never counts as the first. */
export async function ensureOrganisation(
  tx: Transaction,
  context: Context,
  actor: string = localActor,
): Promise<Organisation> {
  const first = (await listFirstOrganisations(tx, 2)).find(({ name }) => name !== demoOrganisation)
  if (first !== undefined) return { id: first.id, name: first.name }
  return findOrCreate(tx, context, { name: nameOfTheFirst, actor })
}

/**
 * Finds the organisation of this name. If there is none, the error lists the existing ones; `option` says how to name
 * one.
 */
export async function getOrganisation(db: Reader, name: string, option: string): Promise<Organisation> {
  const found = await findOrganisation(db, name)
  if (found !== undefined) return { id: found.id, name }
  const known = (await listFirstOrganisations(db, mostNamed + 1)).map((row) => row.name)
  const names = known.slice(0, mostNamed).join(', ') + (known.length > mostNamed ? ' and others' : '')
  const hint = known.length === 0 ? 'There is none yet.' : `Name one of these with ${option}: ${names}.`
  throw new Fault('invalid', { detail: `There is no organisation called ${name}. ${hint}` })
}

/** Undefined if the name is taken. */
export function createOrganisation(
  context: Context,
  text: string,
  actor: string,
): Promise<Organisation | undefined> {
  const name = readName('The organisation', text)
  return context.database.write(async (tx) => {
    const id = context.ids.uuid()
    if (!(await addOrganisation(tx, { id, name, created_at: context.clock.now() }))) return undefined
    await recordAudit(tx, context, { actor, action: 'organisation.create', subject: `organisation:${id}` })
    return { id, name }
  })
}

export function renameOrganisation(
  context: Context,
  { id, name: text, actor }: { id: string; name: string; actor: string },
): Promise<Organisation | 'unknown' | 'taken'> {
  const name = readName('The organisation', text)
  const renaming = context.database.write(async (tx) => {
    if ((await findOrganisationById(tx, id)) === undefined) return 'unknown'
    if (!(await changeOrganisationName(tx, { id, name }))) return 'taken'
    await recordAudit(tx, context, { actor, action: 'organisation.rename', subject: `organisation:${id}` })
    return { id, name }
  })
  return unlessTaken<Organisation | 'unknown' | 'taken'>(renaming, 'taken')
}

async function findOrCreate(
  tx: Transaction,
  context: Context,
  { name, actor }: { name: string; actor: string },
): Promise<Organisation> {
  const known = await findOrganisation(tx, name)
  if (known !== undefined) return { id: known.id, name }
  const id = context.ids.uuid()
  if (await addOrganisation(tx, { id, name, created_at: context.clock.now() })) {
    await recordAudit(tx, context, { actor, action: 'organisation.create', subject: `organisation:${id}` })
    return { id, name }
  }
  const made = await findOrganisation(tx, name)
  if (made === undefined) throw new Error('the name is taken, but its organisation cannot be found')
  return { id: made.id, name }
}
