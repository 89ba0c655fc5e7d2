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

/** What `lanyard demo` creates: nothing else goes there unless somebody names it. */
export const demoOrganisation = 'Passage Conferences'

const mostListed = 1000
const mostNamed = 20

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

/** Found by its name, created if new; without a name the first one, created where there is none. */
export async function getOrCreateOrganisation(
  tx: Transaction,
  context: Context,
  name: string | undefined,
  actor: string = localActor,
): Promise<Organisation> {
  if (name === undefined) return ensureOrganisation(tx, context, actor)
  return findOrCreate(tx, context, { name: readName('The organisation', name), actor })
}

/** The first organisation, created where there is none. The one of the demo is never the first. */
export async function ensureOrganisation(
  tx: Transaction,
  context: Context,
  actor: string = localActor,
): Promise<Organisation> {
  const first = (await listFirstOrganisations(tx, 2)).find(({ name }) => name !== demoOrganisation)
  if (first !== undefined) return { id: first.id, name: first.name }
  return findOrCreate(tx, context, { name: nameOfTheFirst, actor })
}

/** The organisation of this name. Where there is none, the failure lists those there are; `option` says how to name one. */
export async function getOrganisation(db: Reader, name: string, option: string): Promise<Organisation> {
  const found = await findOrganisation(db, name)
  if (found !== undefined) return { id: found.id, name }
  const known = (await listFirstOrganisations(db, mostNamed + 1)).map((row) => row.name)
  const names = known.slice(0, mostNamed).join(', ') + (known.length > mostNamed ? ' and others' : '')
  const hint = known.length === 0 ? 'There is none yet.' : `Name one of these with ${option}: ${names}.`
  throw new Fault('invalid', { detail: `There is no organisation called ${name}. ${hint}` })
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
