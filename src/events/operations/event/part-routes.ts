import { mergePatch } from '../../../kernel/contract/merge-patch.ts'
import type { Handlers } from '../../../kernel/contract/operation.ts'
import type { Transaction } from '../../../kernel/database/database.ts'
import { formFor } from '../../configuration/configuration.ts'
import { readConfiguration } from '../../configuration/configuration-store.ts'
import { getEvent } from '../../configuration/event.ts'
import { presentForm, saveForm } from '../../configuration/form.ts'
import { checkGroupIds } from '../../configuration/links.ts'
import { presentGroups } from '../../configuration/option-group.ts'
import { presentTypes } from '../../configuration/registration-type.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { holdEventRow } from '../../manage/event-change.ts'
import { changeGroup, createGroup, removeGroup } from '../../manage/group-change.ts'
import { type Asked, readAsked } from '../../manage/in-use.ts'
import { changeType, createType, removeType } from '../../manage/type-change.ts'
import { problem } from '../../problems.ts'
import { wrong } from '../../refusal.ts'
import { promoteWaiting } from '../../registration/waiting-list/waiting-list.ts'
import { startMoment } from '../../tracking.ts'
import { writtenItem } from '../base/item-answer.ts'
import { writeOnce } from '../base/once.ts'
import type { tagRows } from '../base/tag.ts'
import { type OfEvent, placeOf } from './manage-routes.ts'
import type { formRows, groupRows, typeRows } from './part-rows.ts'

type TypeRows = ReturnType<typeof tagRows<typeof typeRows>>
type GroupRows = ReturnType<typeof tagRows<typeof groupRows>>
type FormRows = ReturnType<typeof tagRows<typeof formRows>>

export function typeRoutes(service: Events): Handlers<TypeRows> {
  const placed = (request: OfEvent & { params: { registrationTypeId: string } }) => ({
    ...placeOf(request),
    typeId: request.params.registrationTypeId,
  })
  return {
    createRegistrationType: (request) =>
      writeOnce(service, request, `createRegistrationType/${request.params.eventId}`, async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const { id } = await createType(tx, service, { configuration, input: request.body })
        const { headers, body } = await writtenType(tx, configuration.event.id, id)
        const location = `${partsOf(service, configuration)}/registrationtypes/${id}`
        return { status: 201 as const, headers: { ...headers, location }, body }
      }),
    updateRegistrationType: (request) =>
      service.database.write(async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const edit = (known: object) => mergePatch(known, request.body) as never
        await changeType(tx, service, { configuration, ...placed(request), edit })
        const { eventId, registrationTypeId } = request.params
        return { status: 200 as const, ...(await writtenType(tx, eventId, registrationTypeId)) }
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

export function groupRoutes(service: Events): Handlers<GroupRows> {
  const placed = (request: OfEvent & { params: { optionGroupId: string } }) => ({
    ...placeOf(request),
    groupId: request.params.optionGroupId,
  })
  return {
    createOptionGroup: (request) =>
      writeOnce(service, request, `createOptionGroup/${request.params.eventId}`, async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const { id } = await createGroup(tx, service, { configuration, input: request.body })
        const { headers, body } = await writtenGroup(tx, configuration.event.id, id)
        const location = `${partsOf(service, configuration)}/registrationoptiongroups/${id}`
        return { status: 201 as const, headers: { ...headers, location }, body }
      }),
    updateOptionGroup: async (request) => {
      const asked = await askedOf(service, request)
      return service.database.write(async (tx) => {
        const configuration = await holdConfiguration(tx, request)
        const edit = (known: object) => mergePatch(known, request.body) as never
        await changeGroup(tx, service, { configuration, ...placed(request), asked, edit })
        const { eventId, optionGroupId } = request.params
        return { status: 200 as const, ...(await writtenGroup(tx, eventId, optionGroupId)) }
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

export function formRoutes(service: Events): Handlers<FormRows> {
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

async function writtenType(tx: Transaction, eventId: string, id: string) {
  const types = await presentTypes({ database: tx }, await getWritten(tx, eventId))
  const body = types.find((type) => type.id === id)
  if (body === undefined) throw problem('not-found')
  return writtenItem(body)
}

async function writtenGroup(tx: Transaction, eventId: string, id: string) {
  const groups = await presentGroups({ database: tx }, await getWritten(tx, eventId))
  const body = groups.find((group) => group.id === id)
  if (body === undefined) throw problem('not-found')
  return writtenItem(body)
}

function partsOf({ urls }: Events, { event }: Configuration): string {
  return `${urls.registration}/api/v1/events/${event.id}`
}
