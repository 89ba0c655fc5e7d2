import { apis, type Row, rowsOf } from '../contract/apis.ts'
import type { Json } from './scene.ts'
import type { World } from './world.ts'

/** Every operation of both event services. */
export const eventRows = apis.filter(({ folder }) => folder === 'events').flatMap(({ api }) => rowsOf(api))
export const nameOf = ({ api, name }: Row) => `${api.name} ${name}`

/** A body that each row accepts as far as its schema goes; one that is missing here fails the matrix. */
export function bodyFor({ name, operation }: Row, world: World): Json | undefined {
  if (operation.body === undefined) return undefined
  const times = { start: '2031-05-06T14:00:00+02:00', end: '2031-05-06T15:00:00+02:00' }
  const registrant = { firstName: 'A', lastName: 'B', email: 'matrix@example.org' }
  const bodies: Readonly<Record<string, Json>> = {
    updateAttendee: { title: 'Dr' },
    replaceAttendee: { firstName: 'A', lastName: 'B' },
    createSession: { eventId: world.eventId, title: 'New', ...times },
    updateSession: { room: 'R1' },
    replaceSession: { title: 'New', ...times },
    updateRegistration: { note: 'x' },
    replaceRegistration: { registrant },
    createRegistration: { registrant },
    cancelRegistration: {},
    approveRegistration: {},
    declineRegistration: {},
    replaceRegistrationOptions: { options: [] },
    updateEventAttendee: { title: 'Dr' },
    checkIn: { attendeeId: world.attendeeId },
    checkInToSession: { attendeeId: world.attendeeId, force: true },
    createContactList: { name: 'Matrix' },
    createContacts: { email: 'matrix@example.org' },
    updateContact: { title: 'Dr' },
    updateContactList: { description: 'x' },
    searchEvents: {},
    searchRegistrations: {},
    searchAttendees: {},
    searchContacts: {},
    createEvent: { code: 'MATRIX', title: 'Matrix', timezone: 'Europe/Berlin', ...times },
    updateEvent: { title: 'Matrix' },
    createRegistrationType: { name: 'Matrix' },
    updateRegistrationType: { name: 'Matrix' },
    createOptionGroup: { name: 'Matrix' },
    updateOptionGroup: { name: 'Matrix' },
    saveRegistrationForm: { sections: [] },
    createEventSession: { title: 'New', ...times },
    updateEventSession: { room: 'R1' },
  }
  const body = bodies[name]
  if (body === undefined) throw new Error(`the matrix has no body for ${name}`)
  return body
}

export function pathFor({ api, operation }: Row, ids: Readonly<Record<string, string>>): string {
  return (
    api.basePath +
    operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
      const id = ids[name]
      if (id === undefined) throw new Error(`the matrix has no ${name}`)
      return id
    })
  )
}
