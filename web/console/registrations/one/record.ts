import type { Answered, consoleEvents } from '../../base/services.ts'

export type Record = Answered<typeof consoleEvents.getRegistrationRecord>
export type HistoryEntry = Record['history'][number]
