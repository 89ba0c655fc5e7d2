import type { consoleEvents } from '../../base/services.ts'

export type Line = Awaited<ReturnType<typeof consoleEvents.listWaitingList>>['body']
export type Waiting = Line['data'][number]

export function nameOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`
}
