import type { Context } from '../../kernel/context.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { unlessTaken } from '../../kernel/database/refusal.ts'
import { Fault } from '../../kernel/fault.ts'
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

const mostListed = 1000

/** All of them, or the one. */
export async function listOrganisations(
  { database }: Pick<Context, 'database'>,
  only: string | undefined,
): Promise<Organisation[]> {
  const one = only === undefined ? undefined : await findOrganisationById(database, only)
  const rows =
    only === undefined ? await listFirstOrganisations(database, mostListed) : one === undefined ? [] : [one]
  return rows.map(({ id, name }) => ({ id, name }))
}

/** Found by its name, made if new; without a name the only one there is, made where there is none. */
export async function getOrCreateOrganisation(
  tx: Transaction,
  context: Context,
  name: string | undefined,
  actor: string = localActor,
): Promise<Organisation> {
  if (name !== undefined)
    return findOrCreate(tx, context, { name: readName('The organisation', name), actor })
  const [first, second] = await listFirstOrganisations(tx, 2)
  if (first === undefined) return findOrCreate(tx, context, { name: nameOfTheFirst, actor })
  if (second !== undefined) {
    throw new Fault('invalid', { detail: 'There are several organisations: name the one that is meant.' })
  }
  return { id: first.id, name: first.name }
}

/** Makes the first one where there is none. */
export async function ensureOrganisation(tx: Transaction, context: Context, actor: string): Promise<void> {
  const [first] = await listFirstOrganisations(tx, 1)
  if (first === undefined) await findOrCreate(tx, context, { name: nameOfTheFirst, actor })
}

/** Undefined where the name is taken. */
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
  if (made === undefined) throw new Error('an organisation is taken and cannot be found')
  return { id: made.id, name }
}
