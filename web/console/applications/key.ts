import type { Answered, consoleServer, Listed } from '../base/services.ts'
import { text } from '../identity/texts.ts'

export type Key = Listed<typeof consoleServer.listKeys>
export type Application = Listed<typeof consoleServer.listApplications>
export type NewKey = Answered<typeof consoleServer.rotateKey>

export const keyTones = { live: 'good', ending: 'warn', ended: undefined, revoked: 'bad' } as const

const states = {
  live: 'keyLive',
  ending: 'keyEnding',
  ended: 'keyEnded',
  revoked: 'keyRevoked',
} as const

export function keyStateText(state: Key['state']): string {
  return text(states[state])
}
