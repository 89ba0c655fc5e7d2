import type { Handlers } from '../../../kernel/contract/operation.ts'
import { actorOf } from '../../../platform/operators/face.ts'
import { formFor, getConfiguration } from '../../configuration/configuration.ts'
import { formOfVersion, presentForm } from '../../configuration/form.ts'
import type { Configuration } from '../../configured.ts'
import type { Events } from '../../events.ts'
import { equals } from '../../lists/filters.ts'
import { countRows } from '../../lists/list-walk.ts'
import { countByStatus } from '../../places/status-count-store.ts'
import { registrationStates } from '../../records/registration.ts'
import type { RegistrationRow } from '../../records/tables.ts'
import { resendConfirmation } from '../../registration/changes/resend.ts'
import { readPast } from '../../registration/past.ts'
import { getRegistration, presentRegistrations } from '../../registration/registration.ts'
import { listWaitingList } from '../../registration/waiting-list/waiting-list-page.ts'
import { amongRegistrations } from '../../search/registrations.ts'
import { searchIds } from '../../search/search.ts'
import { readInOrder } from '../../search/search-store.ts'
import { only } from '../base/item-answer.ts'
import type { registrationRows } from './console-rows.ts'
import { packIds } from './packed-ids.ts'

/** More than anyone scrolls through; a browser needs four megabytes for them. */
const MOST_IDS = 250_000
const BUDGET_MS = 15_000
const idLimits = { size: MOST_IDS, budgetMs: BUDGET_MS }

export function registrationRoutes(service: Events): Handlers<typeof registrationRows> {
  return {
    searchRegistrationIds: async ({ params, principal, body: input }) => {
      const configuration = await getConfiguration(service, principal.organisationId, params.eventId)
      const searched = amongRegistrations(configuration)
      const { ids, more } = await searchIds(service, { input, searched }, idLimits)
      return { status: 200, body: { count: ids.length, complete: !more, ids: packIds(ids) } }
    },
    readRegistrations: async ({ params, principal, body: { ids } }) => {
      await getConfiguration(service, principal.organisationId, params.eventId)
      const rows = await findAmong(service, params.eventId, ids)
      return { status: 200, body: { data: await presentRegistrations(service, rows) } }
    },
    countRegistrations: async ({ params, principal }) => {
      const { organisationId } = principal
      await getConfiguration(service, organisationId, params.eventId)
      const byStatus = await listCounts(service, { organisationId, ...params })
      const total = byStatus.reduce((sum, { count }) => sum + count, 0)
      return { status: 200, body: { total, byStatus } }
    },
    getRegistrationRecord: async ({ params, principal }) => {
      const { organisationId } = principal
      const row = await getRegistration(service.database, { organisationId, ...params })
      const configuration = await getConfiguration(service, organisationId, row.event_id)
      const registration = only(await presentRegistrations(service, [row]))
      const form = await presentFormOf(service, configuration, row)
      const history = await readPast(service.database, row)
      return { status: 200, body: { registration, form, history } }
    },
    resendConfirmation: async ({ params, principal }) => {
      const { organisationId } = principal
      await resendConfirmation(service, { organisationId, ...params, actor: actorOf(principal) })
      return { status: 204 }
    },
    listWaitingList: async ({ params, query, principal }) => {
      await getConfiguration(service, principal.organisationId, params.eventId)
      return { status: 200, body: await listWaitingList(service, params.eventId, query) }
    },
  }
}

/** Leaves out statuses that no registration has. */
async function listCounts({ database }: Events, scope: { organisationId: string; eventId: string }) {
  const counts: { status: RegistrationRow['status']; count: number }[] = []
  const counted = await countByStatus(database, scope)
  for (const status of registrationStates.toSorted()) {
    const filters = [...equals('event_id', scope.eventId), ...equals('status', status)]
    const listed = { table: 'events_registrations' as const, filters, order: ['id'], after: undefined }
    const count =
      counted === undefined ? await countRows(database, listed) : (counted.get(status)?.registrations ?? 0)
    if (count > 0) counts.push({ status, count })
  }
  return counts
}

/** The form as it was when the registration was filled in, and whether it still is the newest. */
async function presentFormOf(service: Events, configuration: Configuration, row: RegistrationRow) {
  const typeId = row.registration_type_id
  const stored = formOfVersion(configuration, { typeId, version: row.form_version })
  const { version, sections } = await presentForm(service, configuration, { typeId, stored })
  const newest = (formFor(configuration, typeId)?.version ?? 0) === version
  return { version, newest, sections }
}

/** In the order of the ids; those of other events are not there. */
async function findAmong(
  { database }: Events,
  eventId: string,
  ids: readonly string[],
): Promise<RegistrationRow[]> {
  const rows = await readInOrder<RegistrationRow>(database, 'events_registrations', ids)
  return rows.filter((row) => row.event_id === eventId && row.deleted_at === null)
}
