import type { Answered, consoleEvents } from '../../base/services.ts'

export type Line = Answered<typeof consoleEvents.listWaitingList>
export type Waiting = Line['data'][number]

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}
