import { mergePatch } from '../../../kernel/contract/merge-patch.ts'
import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { formFor } from '../../configuration/configuration.ts'
import { readConfiguration } from '../../configuration/configuration-store.ts'
import { getEvent, insertEvent, presentEvents } from '../../configuration/event.ts'
import { presentForm, saveForm } from '../../configuration/form.ts'
import { checkGroupIds } from '../../configuration/links.ts'
import { presentGroups } from '../../configuration/option-group.ts'
import { presentTypes } from '../../configuration/registration-type.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { holdEventRow, removeEvent, updateEvent } from '../../manage/event-change.ts'
import { changeGroup, createGroup, removeGroup } from '../../manage/group-change.ts'
import { type Asked, readAsked } from '../../manage/in-use.ts'
import type { PartPlace } from '../../manage/part.ts'
import { changeType, createType, removeType } from '../../manage/type-change.ts'
import { found } from '../../problems.ts'
import { wrong } from '../../refusal.ts'
import { promoteWaiting } from '../../registration/waiting-list/waiting-list.ts'
import { startMoment } from '../../tracking.ts'
import { checkMatch, madeItem, only, writtenItem } from '../base/item-answer.ts'
import { writeOnce } from '../base/once.ts'
import type { formRows, groupRows, managedEventRows, typeRows } from './manage-rows.ts'

/** A request that may say which version of the event or its part it is about. */
type OfEvent = {
  params: { eventId: string }
  principal: Principal
  header(name: string): string | undefined
}

export function managedEventRoutes(service: Events): Handlers<typeof managedEventRows> {
  return {
    createEvent: (request) =>
      writeOnce(service, request, 'createEvent', async (tx) => {
        const { organisationId } = request.principal
        const moment = await startMoment(tx, service)
        const row = await insertEvent(tx, service, { organisationId, moment, input: request.body })
        const body = only(await presentEvents({ database: tx }, [row]))
        return madeItem(body, `${service.urls.registration}/api/v1/events/${row.id}`)
      }),
    updateEvent: (request) =>
      service.database.write(async (tx) => {
        const row = await updateEvent(tx, service, {
          ...placeOf(request),
          edit: (known) => mergePatch(known, request.body),
        })
        return writtenItem(only(await presentEvents({ database: tx }, [row])))
      }),
    deleteEvent: async (request) => {
      await service.database.write((tx) => removeEvent(tx, service, placeOf(request)))
      return { status: 204 }
    },
  }
}

function placeOf({ params, principal, header }: OfEvent) {
  return {
    organisationId: principal.organisationId,
    eventId: params.eventId,
    match: (version: number) => checkMatch(header, version),
  }
}

export function typeRoutes(service: Events): Handlers<typeof typeRows> {
  const { create, change, remove } = partRoutes(service, 'registrationtypes', presentTypes)
  return {
    createRegistrationType: (request) =>
      create(request, 'createRegistrationType', (tx, configuration) =>
        createType(tx, service, { configuration, input: request.body }),
      ),
    updateRegistrationType: (request) =>
      change(request, request.params.registrationTypeId, (tx, place) =>
        changeType(tx, service, { ...place, edit: (known) => mergePatch(known, request.body) }),
      ),
    deleteRegistrationType: (request) =>
      remove(request, request.params.registrationTypeId, (tx, place) => removeType(tx, service, place)),
  }
}

export function groupRoutes(service: Events): Handlers<typeof groupRows> {
  const { create, change, remove } = partRoutes(service, 'registrationoptiongroups', presentGroups)
  return {
    createOptionGroup: (request) =>
      create(request, 'createOptionGroup', (tx, configuration) =>
        createGroup(tx, service, { configuration, input: request.body }),
      ),
    updateOptionGroup: async (request) => {
      const asked = await askedOf(service, request)
      return change(request, request.params.optionGroupId, (tx, place) =>
        changeGroup(tx, service, { ...place, asked, edit: (known) => mergePatch(known, request.body) }),
      )
    },
    deleteOptionGroup: (request) =>
      remove(request, request.params.optionGroupId, (tx, place) => removeGroup(tx, service, place)),
  }
}

/** Registration types and option groups: parts of an event that are changed while the event is locked. */
function partRoutes<A extends Part>(service: Events, path: string, present: Present<A>) {
  const { database, urls } = service
  const holdPart = async (tx: Transaction, request: OfEvent, id: string): Promise<PartPlace> => {
    const configuration = await holdConfiguration(tx, request)
    return { configuration, id, match: placeOf(request).match }
  }
  return {
    create: (request: OfEvent & { body: unknown }, operation: string, work: Create) =>
      writeOnce(service, request, `${operation}/${request.params.eventId}`, async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const { id } = await work(tx, configuration)
        const eventId = configuration.event.id
        const body = await writtenPart(tx, { eventId, id }, present)
        return madeItem(body, `${urls.registration}/api/v1/events/${eventId}/${path}/${id}`)
      }),
    change: (request: OfEvent, id: string, work: Change) =>
      database.write(async (tx) => {
        await work(tx, await holdPart(tx, request, id))
        return writtenItem(await writtenPart(tx, { eventId: request.params.eventId, id }, present))
      }),
    remove: async (request: OfEvent, id: string, work: Remove) => {
      const asked = await askedOf(service, request)
      await database.write(async (tx) => work(tx, { ...(await holdPart(tx, request, id)), asked }))
      return { status: 204 as const }
    },
  }
}

type Create = (tx: Transaction, configuration: Configuration) => Promise<{ id: string }>
type Change = (tx: Transaction, place: PartPlace) => Promise<void>
type Remove = (tx: Transaction, place: PartPlace & { asked: Asked }) => Promise<void>

export function formRoutes(service: Events): Handlers<typeof formRows> {
  return {
    saveRegistrationForm: (request) =>
      service.database.write(async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const { event, types, groups, forms } = configuration
        const typeId = request.body.registrationTypeId ?? null
        if (typeId !== null && !types.has(typeId))
          throw wrong('/registrationTypeId', 'unknown', 'is no registration type of this event')
        checkGroupIds(groups.keys(), request.body.optionGroupIds, '/optionGroupIds')
        placeOf(request).match(formFor(configuration, typeId)?.version ?? 0)
        const stored = await saveForm(tx, service, { eventId: event.id, input: request.body, known: forms })
        // The new form may give a choice more places, so the waiting list is served.
        await promoteWaiting(tx, service, { eventId: event.id, moment: await startMoment(tx, service) })
        const { clock } = service
        const body = await presentForm({ database: tx, clock }, configuration, { typeId, stored })
        return { status: 200 as const, body }
      }),
  }
}

/** What people without a place ask for; read before the event is locked. */
async function askedOf(service: Events, { params, principal }: OfEvent): Promise<Asked> {
  const { id } = await getEvent(service, principal.organisationId, params.eventId)
  return readAsked(service, id)
}

/** The event's configuration, locked until the transaction ends. */
async function holdConfiguration(tx: Transaction, { params, principal }: OfEvent): Promise<Configuration> {
  const { id } = await holdEventRow(tx, { organisationId: principal.organisationId, eventId: params.eventId })
  return getWritten(tx, id)
}

async function getWritten(tx: Transaction, eventId: string): Promise<Configuration> {
  return found(await readConfiguration(tx, eventId))
}

type Part = { readonly id: string; readonly version: number }
type Present<A> = (source: { database: Transaction }, configuration: Configuration) => Promise<A[]>

/** A part of the event as the current transaction has written it. */
async function writtenPart<A extends Part>(
  tx: Transaction,
  { eventId, id }: { eventId: string; id: string },
  present: Present<A>,
): Promise<A> {
  const parts = await present({ database: tx }, await getWritten(tx, eventId))
  return found(parts.find((part) => part.id === id))
}
