import { mergePatch } from '../../../kernel/contract/merge-patch.ts'
import type { Handlers, Principal } from '../../../kernel/contract/operation.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { formFor } from '../../configuration/configuration.ts'
import { readConfiguration } from '../../configuration/configuration-store.ts'
import { getEvent, insertEvent } from '../../configuration/event.ts'
import { presentForm, saveForm } from '../../configuration/form.ts'
import { checkGroupIds } from '../../configuration/links.ts'
import { presentGroups } from '../../configuration/option-group.ts'
import { presentTypes } from '../../configuration/registration-type.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { holdEventRow, removeEvent, updateEvent } from '../../manage/event-change.ts'
import { changeGroup, createGroup, removeGroup } from '../../manage/group-change.ts'
import { type Asked, readAsked } from '../../manage/in-use.ts'
import { changeType, createType, removeType } from '../../manage/type-change.ts'
import { problem } from '../../problems.ts'
import { wrong } from '../../refusal.ts'
import { promoteWaiting } from '../../registration/waiting-list/waiting-list.ts'
import { startMoment } from '../../tracking.ts'
import { checkMatch, writtenItem } from '../base/item-answer.ts'
import { writeOnce } from '../base/once.ts'
import { writtenEvent } from './answer.ts'
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
        const { headers, body } = await writtenEvent(tx, row)
        const location = `${service.urls.registration}/api/v1/events/${row.id}`
        return { status: 201 as const, headers: { ...headers, location }, body }
      }),
    updateEvent: (request) =>
      service.database.write(async (tx) => {
        const row = await updateEvent(tx, service, {
          ...placeOf(request),
          edit: (known) => mergePatch(known, request.body),
        })
        return { status: 200 as const, ...(await writtenEvent(tx, row)) }
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
  const placed = (request: OfEvent & { params: { registrationTypeId: string } }) => ({
    ...placeOf(request),
    typeId: request.params.registrationTypeId,
  })
  return {
    createRegistrationType: (request) =>
      writeOnce(service, request, `createRegistrationType/${request.params.eventId}`, async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const { id } = await createType(tx, service, { configuration, input: request.body })
        const place = { eventId: configuration.event.id, id }
        const { headers, body } = await writtenPart(tx, place, presentTypes)
        const location = `${partsOf(service, configuration)}/registrationtypes/${id}`
        return { status: 201 as const, headers: { ...headers, location }, body }
      }),
    updateRegistrationType: (request) =>
      service.database.write(async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const edit = (known: object) => mergePatch(known, request.body) as never
        await changeType(tx, service, { configuration, ...placed(request), edit })
        const { eventId, registrationTypeId: id } = request.params
        return { status: 200 as const, ...(await writtenPart(tx, { eventId, id }, presentTypes)) }
      }),
    deleteRegistrationType: async (request) => {
      const asked = await askedOf(service, request)
      await service.database.write(async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        await removeType(tx, service, { configuration, ...placed(request), asked })
      })
      return { status: 204 }
    },
  }
}

export function groupRoutes(service: Events): Handlers<typeof groupRows> {
  const placed = (request: OfEvent & { params: { optionGroupId: string } }) => ({
    ...placeOf(request),
    groupId: request.params.optionGroupId,
  })
  return {
    createOptionGroup: (request) =>
      writeOnce(service, request, `createOptionGroup/${request.params.eventId}`, async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const { id } = await createGroup(tx, service, { configuration, input: request.body })
        const place = { eventId: configuration.event.id, id }
        const { headers, body } = await writtenPart(tx, place, presentGroups)
        const location = `${partsOf(service, configuration)}/registrationoptiongroups/${id}`
        return { status: 201 as const, headers: { ...headers, location }, body }
      }),
    updateOptionGroup: async (request) => {
      const asked = await askedOf(service, request)
      return service.database.write(async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const edit = (known: object) => mergePatch(known, request.body) as never
        await changeGroup(tx, service, { configuration, ...placed(request), asked, edit })
        const { eventId, optionGroupId: id } = request.params
        return { status: 200 as const, ...(await writtenPart(tx, { eventId, id }, presentGroups)) }
      })
    },
    deleteOptionGroup: async (request) => {
      const asked = await askedOf(service, request)
      await service.database.write(async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        await removeGroup(tx, service, { configuration, ...placed(request), asked })
      })
      return { status: 204 }
    },
  }
}

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
  const configuration = await readConfiguration(tx, eventId)
  if (configuration === undefined) throw problem('not-found')
  return configuration
}

type Part = { readonly id: string; readonly version: number }
type Present<A> = (source: { database: Transaction }, configuration: Configuration) => Promise<A[]>

/** A part of the event as the current transaction has written it. */
async function writtenPart<A extends Part>(
  tx: Transaction,
  { eventId, id }: { eventId: string; id: string },
  present: Present<A>,
) {
  const parts = await present({ database: tx }, await getWritten(tx, eventId))
  const body = parts.find((part) => part.id === id)
  if (body === undefined) throw problem('not-found')
  return writtenItem(body)
}

function partsOf({ urls }: Events, { event }: Configuration): string {
  return `${urls.registration}/api/v1/events/${event.id}`
}
