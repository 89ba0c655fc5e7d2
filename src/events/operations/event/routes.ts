import { type Handlers, type Principal, TextStream } from '../../../kernel/contract/operation.ts'
import { formFor, getConfiguration } from '../../configuration/configuration.ts'
import { getEvent, presentEvents } from '../../configuration/event.ts'
import { presentForm } from '../../configuration/form.ts'
import { presentGroups } from '../../configuration/option-group.ts'
import { presentTypes } from '../../configuration/registration-type.ts'
import { listAllSessions } from '../../configuration/session.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { describeFormSchema } from '../../form/json-schema.ts'
import { found, problem } from '../../problems.ts'
import { optionGroup } from '../../records/option.ts'
import type { EventRow } from '../../records/tables.ts'
import { registrationType } from '../../records/type.ts'
import { answerItem, only } from '../base/item-answer.ts'
import { answerList } from '../base/list-answer.ts'
import { answerSmallList } from '../base/small-list-answer.ts'
import { eventList, eventPresentation } from './answer.ts'
import type { dataEventRows, eventRows } from './rows.ts'

type OfEvent = { params: { eventId: string }; principal: Principal }

/** Events in the event data API. */
export function dataEventRoutes(service: Events): Handlers<typeof dataEventRows> {
  return {
    listEvents: (request) =>
      answerList(service, request, eventList(service, request), eventPresentation(service)),
    getEvent: async ({ params, principal, header }) => {
      const row = await getEvent(service, principal.organisationId, params.eventId)
      return answerItem(header, only(await presentEvents(service, [row])))
    },
  }
}

/** Events and their parts in the registration API. */
export function eventRoutes(service: Events): Handlers<typeof eventRows> {
  return {
    listEvents: (request) =>
      answerList(service, request, eventList(service, request), eventPresentation(service)),
    getEvent: async ({ params, query, principal, header }) => {
      const row = await getEvent(service, principal.organisationId, params.eventId)
      return answerItem(header, await presentExpanded(service, row, query.expand))
    },
    ...choiceRoutes(service),
  }
}

type Choices =
  | 'listRegistrationTypes'
  | 'getRegistrationType'
  | 'listOptionGroups'
  | 'getOptionGroup'
  | 'getRegistrationForm'

/** What people choose from and fill in when they register. */
function choiceRoutes(service: Events): Pick<Handlers<typeof eventRows>, Choices> {
  const configurationOf = ({ params, principal }: OfEvent) =>
    getConfiguration(service, principal.organisationId, params.eventId)
  return {
    listRegistrationTypes: async (request) => {
      const items = await presentTypes(service, await configurationOf(request))
      const name = `types/${request.params.eventId}`
      return answerSmallList(service, request, { name, items, schema: registrationType })
    },
    getRegistrationType: async (request) => {
      const types = await presentTypes(service, await configurationOf(request))
      const type = found(types.find(({ id }) => id === request.params.registrationTypeId))
      return answerItem(request.header, type)
    },
    listOptionGroups: async (request) => {
      const items = await presentGroups(service, await configurationOf(request))
      const name = `groups/${request.params.eventId}`
      return answerSmallList(service, request, { name, items, schema: optionGroup })
    },
    getOptionGroup: async (request) => {
      const groups = await presentGroups(service, await configurationOf(request))
      const group = found(groups.find(({ id }) => id === request.params.optionGroupId))
      return answerItem(request.header, group)
    },
    getRegistrationForm: async (request) => {
      const configuration = await configurationOf(request)
      const typeId = typeAsked(configuration, request.query.registrationTypeId)
      const stored = formFor(configuration, typeId)
      if ((request.header('accept') ?? '').includes('application/schema+json')) {
        const schema = JSON.stringify(describeFormSchema(stored?.form ?? { sections: [] }))
        return { status: 200, body: new TextStream('application/schema+json', oneChunk(schema)) }
      }
      return { status: 200, body: await presentForm(service, configuration, { typeId, stored }) }
    },
  }
}

/** Like a registration, a form without a type is for the only type. An empty parameter asks for the general form. */
function typeAsked({ types }: Configuration, given: string | undefined): string | null {
  if (given === '') return null
  const typeId = given ?? (types.size === 1 ? [...types.keys()][0] : undefined)
  if (typeId !== undefined && !types.has(typeId)) throw problem('not-found')
  return typeId ?? null
}

/** An event with what `expand` names: its registration types and its sessions. */
async function presentExpanded(service: Events, row: EventRow, expand: string | undefined) {
  const answer = only(await presentEvents(service, [row]))
  const wanted = new Set(expand?.split(','))
  const configuration = await getConfiguration(service, row.organisation_id, row.id)
  const types = wanted.has('registrationTypes')
    ? { registrationTypes: await presentTypes(service, configuration) }
    : {}
  const sessions = wanted.has('sessions') ? { sessions: await listAllSessions(service, row.id) } : {}
  return { ...answer, ...types, ...sessions }
}

async function* oneChunk(text: string): AsyncGenerator<string> {
  yield text
}
