import type { RunningApp } from '../harness.ts'
import { createEvent, type Json, type Organiser } from './scene.ts'

export type Attendee = Json & {
  id: string
  registrationId: string
  version: number
  answers: Json
  sessionIds: string[]
  checkedIn: boolean
}
export type Registered = Json & { id: string; version: number; status: string; attendees: Attendee[] }
export type Attendance = Json & { id: string; attendeeId: string; status: string; checkedInAt: string | null }
export type Summary = { registered: number; checkedIn: number; checkedOut: number; noShow: number }

let people = 0

export async function register(organiser: Organiser, eventId: string, body: Json = {}): Promise<Registered> {
  const registrant = {
    firstName: 'Grace',
    lastName: 'Example',
    email: `grace-${++people}@example.org`,
    ...(body.registrant as Json | undefined),
  }
  const answer = await organiser.call<Registered>(
    'POST',
    `/registration/api/v1/events/${eventId}/registrations`,
    { body: { ...body, registrant } },
  )
  if (answer.status !== 201) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body
}

/** The first of a registration, in the order of the list. */
export function primaryOf({ attendees }: Registered): Attendee {
  const [first] = attendees
  if (first === undefined) throw new Error('a registration has an attendee')
  return first
}

const field = (name: string, more: Json = {}): Json => ({ name, label: name, type: 'text', ...more })

/** Two types; an included keynote, one for speakers only, a lab to enrol in; a form. */
export async function createConference(
  running: RunningApp,
  organiser: Organiser,
  parts: { event?: Json } & Json = {},
): Promise<{ id: string; sessions: Record<string, string>; types: Record<string, string> }> {
  const { id } = await createEvent(running, organiser, {
    registrationTypes: [
      { name: 'Standard', code: 'STD' },
      { name: 'Speaker', code: 'SPK' },
      { name: 'Remote', code: 'REM', virtual: true },
    ],
    sessions: [
      session('KEY', 9, { included: true }),
      session('GREEN', 11, { included: true, registrationTypeIds: ['SPK'] }),
      session('LAB', 13, { capacity: 20 }),
    ],
    form: {
      sections: [
        {
          title: 'You',
          fields: [
            field('role', { required: true }),
            field('diet', {
              type: 'select',
              choices: [
                { value: 'none', label: 'None' },
                { value: 'vegan', label: 'Vegan', capacity: 1 },
              ],
            }),
            field('note', { visibleIf: { field: 'diet', in: ['vegan'] } }),
            field('badge', { perAttendee: true }),
          ],
        },
      ],
    },
    ...parts,
  })
  const [sessions, types] = await Promise.all(
    ['sessions', 'registrationtypes'].map((what) =>
      organiser.call<{ data: { id: string; code: string }[] }>(
        'GET',
        `/registration/api/v1/events/${id}/${what}`,
      ),
    ),
  )
  return { id, sessions: byCode(sessions?.body.data), types: byCode(types?.body.data) }
}

function session(code: string, hour: number, more: Json): Json {
  const at = (of: number) => `2031-05-06T${String(of).padStart(2, '0')}:00:00+02:00`
  return { code, title: code, start: at(hour), end: at(hour + 1), ...more }
}

function byCode(rows: readonly { id: string; code: string }[] = []): Record<string, string> {
  return Object.fromEntries(rows.map(({ id, code }) => [code, id]))
}

/** A registration of the conference, with what its form requires. */
export function attend(
  organiser: Organiser,
  event: { id: string; types: Record<string, string> },
  body: Json = {},
) {
  const { type = 'STD', ...members } = body
  return register(organiser, event.id, {
    registrationTypeId: event.types[String(type)],
    answers: { role: 'Engineer' },
    ...members,
  })
}
