import type { Answered, consoleServer, Listed } from '../base/services.ts'

export type Key = Listed<typeof consoleServer.listKeys>
export type Application = Listed<typeof consoleServer.listApplications>
export type NewKey = Answered<typeof consoleServer.rotateKey>

export const keyTones = { live: 'good', ending: 'warn', ended: undefined, revoked: 'bad' } as const

export const keyStates = {
  live: 'keyLive',
  ending: 'keyEnding',
  ended: 'keyEnded',
  revoked: 'keyRevoked',
} as const
