import { text } from '../../../kernel/contract/operation.ts'
import { itemHeaders, taggedHeaders, tagRows, unchanged } from '../base/rows.ts'

export const calendarRows = tagRows('calendar', {
  getScheduleCalendar: {
    scope: 'events:read',
    method: 'GET',
    path: '/api/v1/events/{eventId}/schedule.ics',
    summary: 'The schedule as iCalendar',
    headers: itemHeaders,
    answers: {
      200: text('text/calendar; charset=utf-8', 'The calendar.', { headers: taggedHeaders }),
      304: unchanged,
    },
  },
})
