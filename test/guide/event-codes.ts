import { problems } from '../../src/events/problems.ts'

/** What a page about the event services says of refusals. */
export const eventCodes = {
  pattern: /(\d{3}) (`[a-z]+-[a-z-]+`(?:, `[a-z]+-[a-z-]+`)*)/g,
  known: Object.entries(problems).map(([code, { status }]) => ({ code, status })),
}
