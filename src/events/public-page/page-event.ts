import { type Cache, createCache } from '../../kernel/base/cache.ts'
import { Problem } from '../../kernel/contract/problem.ts'
import { formatTimeOrNull } from '../../kernel/text/times.ts'
import { foldCase } from '../../kernel/text/words.ts'
import { formFor, getConfiguration } from '../configuration/configuration.ts'
import { isOpen } from '../configuration/opening.ts'
import { listAllSessions } from '../configuration/session.ts'
import type { Configuration, ConfiguredGroup, StoredForm } from '../configured.ts'
import type { Events } from '../events.ts'
import { withRemaining } from '../form/choices.ts'
import { eventRecord } from '../records/event.ts'
import type { SessionAnswer } from '../records/session.ts'
import type { TypeRow } from '../records/tables.ts'
import { type Contents, createContents } from './contents/contents.ts'
import { createPlacesMemory, type PlacesMemory } from './page-places.ts'
import { findIdsByCode } from './page-store.ts'
import { opensPreview } from './preview.ts'
import {
  createProgramme,
  type DayOfSessions,
  isLong,
  type Programme,
  selectSessions,
  type WantedSessions,
} from './programme.ts'
import {
  type EventView,
  type FormView,
  type GroupView,
  pageMembers,
  type SessionView,
  type TypeView,
} from './view.ts'

/** Cached data of the pages: nothing is read again until the event's revision changes. */
export type PageMemory = PlacesMemory & {
  readonly ids: Cache<{ id: string; organisationId: string }>
  readonly programmes: Cache<Programme>
  readonly contents: Contents
}

/** About 40 MB of sessions. */
const MOST_SESSIONS = 40_000

export function createPageMemory(): PageMemory {
  return {
    ids: createCache({ max: 5_000 }),
    programmes: createCache({ max: MOST_SESSIONS, sizeOf: ({ sessions }) => 1 + sessions.length }),
    ...createPlacesMemory(),
    contents: createContents(),
  }
}

/** Drafts and archived events look like unknown codes. */
export async function findPageEvent(
  service: Events,
  memory: PageMemory,
  code: string,
): Promise<Configuration | undefined> {
  const found = await findByCode(service, memory, code)
  return found === undefined || isHidden(found) ? undefined : found
}

/** The event as a preview shows it: a draft looks as it will when published. */
export async function findPreviewed(
  service: Events,
  memory: PageMemory,
  { code, preview }: { code: string; preview: string },
): Promise<Configuration | undefined> {
  const found = await findByCode(service, memory, code)
  if (found === undefined || !opensPreview(service, found.event.id, preview)) return undefined
  return isHidden(found) ? { ...found, event: { ...found.event, status: 'published' } } : found
}

function isHidden({ event }: Configuration): boolean {
  return event.status === 'draft' || event.status === 'archived'
}

async function findByCode(
  service: Events,
  { ids }: PageMemory,
  code: string,
): Promise<Configuration | undefined> {
  if (code.includes('\0')) return undefined
  const key = foldCase(code)
  for (const known of [ids.get(key), undefined]) {
    const found = known ?? (await readIds(service, key))
    if (found === undefined) return undefined
    const configuration = await findConfiguration(service, found)
    // The code was moved to another event or given up.
    if (configuration?.event.code_key !== key) continue
    ids.set(key, found)
    return configuration
  }
  return undefined
}

async function findConfiguration(
  service: Events,
  { id, organisationId }: { id: string; organisationId: string },
): Promise<Configuration | undefined> {
  try {
    return await getConfiguration(service, organisationId, id)
  } catch (error) {
    if (error instanceof Problem && error.code === 'not-found') return undefined
    throw error
  }
}

async function readIds({ database }: Events, key: string) {
  const row = await findIdsByCode(database, key)
  return row === undefined ? undefined : { id: row.id, organisationId: row.organisation_id }
}

/** The event without its lists: enough for a page that only names it. */
export function presentHead({ event }: Configuration): EventView {
  const members = eventRecord.toInput(event, { capacity: null })
  const shown = Object.fromEntries(pageMembers.map((name) => [name, members[name]]))
  return {
    ...(shown as Pick<EventView, (typeof pageMembers)[number]>),
    start: event.starts_at,
    end: event.ends_at,
    opens: event.registration_opens,
    closes: event.registration_closes,
    waitlist: event.waitlist_enabled === 1,
    types: [],
    groups: [],
    sessions: [],
    days: null,
    day: null,
    forms: [],
  }
}

/** The event with everything that a form asks; of a long programme only the day and the sessions that are wanted. */
export async function presentPageEvent(
  service: Events,
  memory: PageMemory,
  { configuration, wanted, now }: { configuration: Configuration; wanted: WantedSessions; now: number },
): Promise<EventView> {
  const programme = await readProgramme(service, memory, configuration)
  return {
    ...presentHead(configuration),
    types: [...configuration.types.values()].map((type) => typeView(configuration, type, now)),
    groups: [...configuration.groups.values()].map((group) => groupView(configuration, group)),
    ...selectSessions(programme, wanted),
    forms: listForms(configuration),
  }
}

/** Some of an event's sessions, in their order. */
export async function listOwnSessions(
  service: Events,
  memory: PageMemory,
  { configuration, ids }: { configuration: Configuration; ids: readonly string[] },
): Promise<readonly SessionView[]> {
  if (ids.length === 0) return []
  const own = new Set(ids)
  const { sessions } = await readProgramme(service, memory, configuration)
  return sessions.filter(({ id }) => own.has(id))
}

/** Everything that time changes about the types of an event, as a text to compare. */
export function typesState({ event, types }: Configuration, now: number): string {
  return [...types.values()]
    .map((type) => `${isOpen(event, type, now) ? 'o' : 'c'}${(type.opens_at ?? 0) > now ? 'l' : ''}`)
    .join(',')
}

function typeView({ event }: Configuration, type: TypeRow, now: number): TypeView {
  return {
    id: type.id,
    name: type.name,
    description: type.description,
    approvalRequired: type.approval_required === 1,
    opensAt: type.opens_at !== null && type.opens_at > now ? formatTimeOrNull(type.opens_at) : null,
    isOpen: isOpen(event, type, now),
  }
}

function groupView({ sessions }: Configuration, group: ConfiguredGroup): GroupView {
  const isActive = (sessionId: string | null) =>
    (sessions.get(sessionId ?? '')?.status ?? 'active') === 'active'
  return {
    id: group.id,
    name: group.name,
    selection: group.selection,
    required: group.required === 1,
    minSelections: group.min_selections,
    maxSelections: group.max_selections,
    registrationTypeIds: group.typeIds,
    options: group.options.map((option) => ({
      id: option.id,
      name: option.name,
      isClosed: option.status === 'closed' || !isActive(option.session_id),
      maxPerRegistration: option.max_per_registration,
      sessionId: option.session_id,
    })),
  }
}

async function readProgramme(
  service: Events,
  { programmes }: PageMemory,
  configuration: Configuration,
): Promise<Programme> {
  const { event, revision } = configuration
  const read = async () =>
    createProgramme(configuration, (await listAllSessions(service, event.id)).map(sessionView))
  return (await programmes.load(`${event.id} ${revision}`, read)) ?? read()
}

/** Undefined if the programme is not long, or has nothing on that day. */
export async function findDay(
  service: Events,
  memory: PageMemory,
  { configuration, day }: { configuration: Configuration; day: string | null },
): Promise<DayOfSessions | undefined> {
  if (day === null || !isLong(configuration)) return undefined
  return (await readProgramme(service, memory, configuration)).days?.get(day)
}

function sessionView(session: SessionAnswer): SessionView {
  return {
    id: session.id,
    title: session.title,
    description: session.description,
    track: session.track,
    room: session.room,
    start: Date.parse(session.start),
    end: Date.parse(session.end),
    status: session.status,
    included: session.included,
    waitlist: session.waitlistEnabled,
    registrationTypeIds: session.registrationTypeIds,
    speakers: session.speakers.map(({ name, company }) => ({
      name,
      ...(company === undefined ? {} : { company }),
    })),
  }
}

function listForms(configuration: Configuration): FormView[] {
  const own = [...configuration.types.keys()].flatMap((typeId) => {
    const stored = formFor(configuration, typeId)
    return stored?.typeId === typeId ? [formView(stored)] : []
  })
  const common = formFor(configuration, null)
  return [...own, common === undefined ? emptyForm : formView(common)]
}

const emptyForm: FormView = {
  typeId: '',
  sections: [],
  optionGroupIds: [],
  sessionSelection: { min: 0, max: null },
}

/** Remaining places of choices are left out here: the page gets them from its places request, which changes more often. */
export function formView(stored: StoredForm | undefined): FormView {
  if (stored === undefined) return emptyForm
  const { typeId, form, optionGroupIds, sessionSelection } = stored
  const sections = withRemaining(form, new Map()).sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({
      ...field,
      choices: field.choices.map((choice) => ({ ...choice, capacity: null, remaining: null })),
    })),
  }))
  return { typeId, sections, optionGroupIds, sessionSelection }
}
