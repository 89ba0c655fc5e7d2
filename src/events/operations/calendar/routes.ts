import type { Handlers } from '../../../kernel/contract/operation.ts'
import { getTime } from '../../../kernel/text/times.ts'
import { getConfiguration } from '../../configuration/configuration.ts'
import { listAllSessions } from '../../configuration/session.ts'
import type { Events } from '../../events.ts'
import type { SessionAnswer } from '../../records/session.ts'
import { writeCalendar } from '../../schedules/calendar/writer.ts'
import { answerTagged } from '../base/item-answer.ts'
import type { calendarRows } from './rows.ts'

export function calendarRoutes(service: Events): Handlers<typeof calendarRows> {
  return {
    getScheduleCalendar: async ({ params, principal, header }) => {
      const { event, revision } = await getConfiguration(service, principal.organisationId, params.eventId)
      const known = answerTagged(header, `"${revision}"`, '')
      if (known.status === 304) return known
      const sessions = (await listAllSessions(service, event.id)).map(calendarSession)
      const url = `${service.urls.registration}/api/v1/events/${event.id}/schedule.ics`
      return { ...known, body: writeCalendar({ name: event.title, url, sessions }) }
    },
  }
}

function calendarSession(session: SessionAnswer) {
  const { id, version, code, title, description, track, room, speakers } = session
  return {
    ...{ id, version, code, title, description, track, room, speakers },
    updatedAt: getTime(session.updatedAt, ''),
    start: getTime(session.start, ''),
    end: getTime(session.end, ''),
    cancelled: session.status === 'cancelled',
    url: session.joinUrl,
  }
}
