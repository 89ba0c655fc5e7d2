import type { RunningApp } from '../harness.ts'
import { createEvent, createOrganiser, type Json, type Organiser } from './scene.ts'

/** An event with one of everything, all of it marked. */
export type World = {
  readonly organiser: Organiser
  readonly eventId: string
  readonly attendeeId: string
  readonly ids: Readonly<Record<string, string>>
  /** A text that stands in every record. */
  readonly marker: string
}

let worlds = 0

export async function createWorld(running: RunningApp, owner?: Organiser): Promise<World> {
  const organiser = owner ?? (await createOrganiser(running))
  const marker = `marker${++worlds}x`
  const { id: eventId } = await createEvent(running, organiser, parts(marker))
  const api = '/registration/api/v1'
  const first = async (path: string) =>
    (await organiser.call<{ data: Json[] }>('GET', `${api}/events/${eventId}/${path}`)).body.data[0]
  const post = async (path: string, body: Json) => {
    const { status, body: made, text } = await organiser.call('POST', `${api}/${path}`, { body })
    if (status !== 201) throw new Error(`${path}: ${text}`)
    return made as Json & { id: string }
  }
  const session = String((await first('sessions'))?.id)
  const registration = await post(`events/${eventId}/registrations`, {
    registrant: { firstName: 'Ada', lastName: marker, email: `${marker}@example.org` },
    sessionIds: [session],
  })
  const list = await post('contactlists', { name: marker })
  const contact = await post(`contactlists/${list.id}/contacts`, { email: `${marker}@example.org` })
  const attendeeId = String((registration.attendees as Json[])[0]?.id)
  return {
    organiser,
    eventId,
    attendeeId,
    marker,
    ids: {
      eventId,
      attendeeId,
      sessionId: session,
      registrationId: registration.id,
      registrationTypeId: String((await first('registrationtypes'))?.id),
      optionGroupId: String((await first('registrationoptiongroups'))?.id),
      contactListId: list.id,
      contactId: contact.id,
    },
  }
}

function parts(marker: string): Json & { event: Json } {
  return {
    event: { title: marker, capacity: 100 },
    registrationTypes: [{ ref: 'standard', name: marker }],
    sessions: [
      {
        ref: 'lab',
        title: marker,
        start: '2031-05-06T11:00:00+02:00',
        end: '2031-05-06T12:30:00+02:00',
        capacity: 10,
      },
    ],
    optionGroups: [{ ref: 'dinner', name: marker, options: [{ name: marker, capacity: 5 }] }],
    form: { sections: [{ title: marker, fields: [{ name: 'role', label: marker, type: 'text' }] }] },
  }
}
