import { mergePatch } from '../../kernel/contract/merge-patch.ts'
import type { Transaction } from '../../kernel/database/database.ts'
import { presenceColumns, scanAttendee, undoAttendance } from '../attendance/attendance.ts'
import { getDoor } from '../attendance/attendance-door.ts'
import { againWhereLost, RaceLost } from '../attendance/attendance-race.ts'
import { getAttendee, indexAttendee } from '../attendee/attendee.ts'
import { judgeAnswers, moveChoices } from '../attendee/attendee-answers.ts'
import { replaceAttendee } from '../attendee/attendee-store.ts'
import { ConfigurationChanged, withConfiguration } from '../configuration/configuration.ts'
import { checkReferences } from '../configuration/event.ts'
import { formOfVersion } from '../configuration/form.ts'
import type { Configuration, StoredForm } from '../configured.ts'
import type { Events } from '../events.ts'
import { tellRegistration } from '../notifications/webhooks.ts'
import { holdEvent } from '../places/place-store.ts'
import { found, problem } from '../problems.ts'
import { type AttendeePatch, attendeeRecord } from '../records/attendee.ts'
import type { AttendeeRow, RegistrationRow } from '../records/tables.ts'
import { noteHistory } from '../registration/history.ts'
import {
  addAnswers,
  findRegistration,
  removeAnswers,
  replaceRegistration,
} from '../registration/registration-store.ts'
import { promoteEvent } from '../registration/waiting-list/waiting-list.ts'
import { type Moment, nextVersion, startMoment } from '../tracking.ts'

type AttendeeChange = {
  readonly organisationId: string
  readonly attendeeId: string
  /** If the path names an event, the attendee must belong to it. */
  readonly eventId?: string
  readonly actor: string
  readonly patch: AttendeePatch
  /** True for PUT: members that are absent are cleared. */
  readonly whole: boolean
  /** Throws if the caller knows another version (If-Match). */
  match(version: number): void
}

export async function updateAttendee(service: Events, change: AttendeeChange): Promise<AttendeeRow> {
  const { organisationId } = change
  return againWhereLost(async () => {
    const { event_id: eventId } = await getAttendee(service, organisationId, change)
    return withConfiguration(service, { organisationId, eventId }, (configuration) =>
      service.database.write((tx) => applyChange(tx, service, { configuration, change })),
    )
  })
}

async function applyChange(
  tx: Transaction,
  service: Events,
  { configuration, change }: { configuration: Configuration; change: AttendeeChange },
): Promise<AttendeeRow> {
  const patch = fillPatch(change)
  checkReferences(patch.externalReferences ?? [], '/externalReferences')
  // Waiting-list positions and places of the registration may only change while the event's row is locked.
  await holdEvent(tx, configuration.event.id)
  const row = await getAttendee({ database: tx }, change.organisationId, change)
  change.match(row.version)
  const registration = found(await findRegistration(tx, row.registration_id))
  const moment = await startMoment(tx, service)
  const working: Working = { configuration, change, row, registration, moment }
  const answers = patch.answers === undefined ? {} : await setAnswers(tx, service, { ...working, patch })
  if (patch.answers === undefined) await saveRegistration(tx, service, working, {})
  const presence = patch.checkedIn === undefined ? {} : await setPresence(tx, service, { ...working, patch })
  const { answers: _answers, replaced: _replaced, checkedIn: _checkedIn, ...members } = patch
  const changed = {
    ...row,
    ...attendeeRecord.toRow({ ...attendeeRecord.toInput(row, {}), ...members }, ''),
    ...answers,
    ...presence,
    ...nextVersion(row, moment),
  }
  if (!(await replaceAttendee(tx, changed, row.version))) throw new RaceLost()
  await indexAttendee(tx, changed, registration)
  await noteHistory(tx, service, { row: registration, action: 'attendee-updated', actor: change.actor })
  return changed
}

const cleared = {
  email: null,
  phone: null,
  company: null,
  title: null,
  answers: null,
  checkedIn: null,
  externalReferences: null,
}

/** Null clears a member; so does leaving it out of a full replacement. */
function fillPatch({ patch, whole }: AttendeeChange): FilledPatch {
  const { answers, checkedIn, externalReferences, ...person } = whole ? { ...cleared, ...patch } : patch
  return {
    ...person,
    ...(answers === undefined ? {} : { answers: answers ?? {}, replaced: whole || answers === null }),
    ...(checkedIn === undefined ? {} : { checkedIn: checkedIn ?? false }),
    ...(externalReferences === undefined ? {} : { externalReferences: externalReferences ?? [] }),
  }
}

type Clearable = 'answers' | 'checkedIn' | 'externalReferences'
type FilledPatch = Omit<AttendeePatch, Clearable> & {
  answers?: Record<string, unknown>
  /** True if the answers replace the stored ones instead of merging with them. */
  replaced?: boolean
  checkedIn?: boolean
  externalReferences?: { system: string; id: string }[]
}

type Working = {
  configuration: Configuration
  change: AttendeeChange
  row: AttendeeRow
  registration: RegistrationRow
  moment: Moment
}
type WithPatch = Working & { patch: FilledPatch }

/** A registration contains its attendees, so it gets a new version when one of them changes. */
async function saveRegistration(
  tx: Transaction,
  service: Events,
  { registration, moment }: Working,
  columns: Partial<RegistrationRow>,
): Promise<void> {
  const changed = { ...registration, ...columns, ...nextVersion(registration, moment) }
  if (!(await replaceRegistration(tx, changed, registration.version))) throw new RaceLost()
  await tellRegistration(tx, service, changed, ['registration.updated'])
}

/** The primary attendee's answers are also the registration's, so both rows change. */
async function setAnswers(
  tx: Transaction,
  service: Events,
  working: WithPatch,
): Promise<{ answers: string }> {
  const { configuration, row, registration, moment, patch } = working
  const stored = getForm(configuration, registration)
  const before = JSON.parse(row.answers) as Record<string, unknown>
  const wanted = patch.replaced === true ? (patch.answers ?? {}) : mergePatch(before, patch.answers)
  const after = judgeAnswers(stored, row, wanted)
  const freed = await moveChoices(tx, registration, { stored, before, after })
  const answers = JSON.stringify(after)
  await removeAnswers(tx, row.id)
  await addAnswers(tx, row, { stored, answers: after })
  // Another answer may need the place of another choice.
  await saveRegistration(tx, service, working, { needs: '', ...(row.is_guest === 0 ? { answers } : {}) })
  if (freed) await promoteEvent(tx, service, configuration, moment)
  return { answers }
}

function getForm(configuration: Configuration, registration: RegistrationRow): StoredForm | undefined {
  const { registration_type_id: typeId, form_version: version } = registration
  const stored = formOfVersion(configuration, { typeId, version })
  // The form version is newer than the configuration in memory.
  if (stored === undefined && version !== null) throw new ConfigurationChanged()
  return stored
}

/** Works like a manual check-in at the event's door; false undoes the check-in. Does nothing if the state is already right. */
async function setPresence(
  tx: Transaction,
  service: Events,
  { change, row, moment, patch }: WithPatch,
): Promise<Partial<AttendeeRow>> {
  if ((row.checked_in === 1) === patch.checkedIn) return {}
  const door = await getDoor(tx, { organisationId: change.organisationId, eventId: row.event_id })
  if (patch.checkedIn === false) {
    await undoAttendance(tx, door, row)
    return presenceColumns(undefined)
  }
  const scan = { to: 'checked-in' as const, at: moment.now, late: false, force: false }
  const notes = { method: 'manual' as const }
  const outcome = await scanAttendee(tx, service, { door, attendee: row, scan, notes, moment })
  if (typeof outcome === 'string') throw problem(outcome)
  return presenceColumns(outcome)
}
