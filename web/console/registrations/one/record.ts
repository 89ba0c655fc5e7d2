import type { consoleEvents } from '../../base/services.ts'

export type Record = Awaited<ReturnType<typeof consoleEvents.getRegistrationRecord>>['body']
export type HistoryEntry = Record['history'][number]

/** The If-Match header (RFC 9110 §13.1.1). */
export function tagOf({ version }: { version: number }): { 'if-match': string } {
  return { 'if-match': `"${version}"` }
}
