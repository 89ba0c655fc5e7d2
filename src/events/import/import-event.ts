import type { Context } from '../../kernel/context.ts'
import { check } from '../../kernel/contract/validate.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { insertEvent } from '../configuration/event.ts'
import { saveForm } from '../configuration/form.ts'
import { insertGroup } from '../configuration/option-group.ts'
import { insertType } from '../configuration/registration-type.ts'
import { insertSession } from '../configuration/session.ts'
import type { EventRow } from '../records/tables.ts'
import { type Moment, startMoment } from '../tracking.ts'
import { type EventDocument, eventDocument } from './event-document.ts'
import { createRefs, type Refs } from './refs.ts'

type Part = { event: EventRow; moment: Moment }

/** Stores the whole document or nothing. */
export async function importEvent(
  tx: Transaction,
  context: Context,
  { organisationId, document }: { organisationId: string; document: unknown },
): Promise<{ id: string; code: string }> {
  const read = readDocument(document)
  const moment = await startMoment(tx, context)
  const event = await insertEvent(tx, context, { organisationId, moment, input: read.event, at: '/event' })
  const refs = {
    types: await importTypes(tx, context, read, { event, moment }),
    sessions: createRefs('sessions'),
    groups: createRefs('optionGroups'),
  }
  await importSessions(tx, context, read, { event, moment, ...refs })
  await importGroups(tx, context, read, { event, moment, ...refs })
  await importForm(tx, context, read, { event, ...refs })
  return { id: event.id, code: event.code }
}

function readDocument(document: unknown): EventDocument {
  check(eventDocument, document, '')
  return document as EventDocument
}

async function importTypes(
  tx: Transaction,
  context: Context,
  read: EventDocument,
  part: Part,
): Promise<Refs> {
  const refs = createRefs('registrationTypes')
  for (const [index, { ref, ...input }] of (read.registrationTypes ?? []).entries()) {
    const at = `/registrationTypes/${index}`
    const row = await insertType(tx, context, { ...part, input, position: index, at })
    refs.put({ ...(ref === undefined ? {} : { ref }), code: row.code }, index, row.id)
  }
  return refs
}

async function importSessions(
  tx: Transaction,
  context: Context,
  read: EventDocument,
  { types, sessions, ...part }: Part & { types: Refs; sessions: Refs },
): Promise<void> {
  for (const [index, { ref, ...input }] of (read.sessions ?? []).entries()) {
    const at = `/sessions/${index}`
    const typeIds = resolve(types, input.registrationTypeIds, `${at}/registrationTypeIds`)
    const row = await insertSession(tx, context, {
      ...part,
      input: { ...input, registrationTypeIds: typeIds },
      at,
    })
    sessions.put({ ...(ref === undefined ? {} : { ref }), code: row.code }, index, row.id)
  }
}

async function importGroups(
  tx: Transaction,
  context: Context,
  read: EventDocument,
  { types, sessions, groups, ...part }: Part & { types: Refs; sessions: Refs; groups: Refs },
): Promise<void> {
  for (const [index, { ref, options = [], ...input }] of (read.optionGroups ?? []).entries()) {
    const at = `/optionGroups/${index}`
    const registrationTypeIds = resolve(types, input.registrationTypeIds, `${at}/registrationTypeIds`)
    const linked = options.map((option, place) =>
      typeof option.sessionId === 'string'
        ? { ...option, sessionId: sessions.get(option.sessionId, `${at}/options/${place}/sessionId`) }
        : option,
    )
    const whole = { ...input, registrationTypeIds, options: linked }
    const row = await insertGroup(tx, context, { ...part, input: whole, position: index, at })
    groups.put(ref === undefined ? {} : { ref }, index, row.id)
  }
}

async function importForm(
  tx: Transaction,
  context: Context,
  { form }: EventDocument,
  { event, types, groups }: { event: EventRow; types: Refs; groups: Refs },
): Promise<void> {
  if (form === undefined) return
  const typeId = form.registrationTypeId ?? null
  const input = {
    ...form,
    registrationTypeId: typeId === null ? null : types.get(typeId, '/form/registrationTypeId'),
    optionGroupIds: resolve(groups, form.optionGroupIds, '/form/optionGroupIds'),
  }
  await saveForm(tx, context, { eventId: event.id, input, at: '/form' })
}

function resolve(refs: Refs, names: readonly string[] | undefined, pointer: string): string[] {
  return (names ?? []).map((name, index) => refs.get(name, `${pointer}/${index}`))
}
