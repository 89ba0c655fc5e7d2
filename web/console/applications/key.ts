import type { consoleServer } from '../base/services.ts'
import { text } from '../identity/texts.ts'

type Answer<F extends (...given: never[]) => Promise<{ body: unknown }>> = Awaited<ReturnType<F>>['body']

export type Key = Answer<typeof consoleServer.listKeys>['data'][number]
export type Application = Answer<typeof consoleServer.listApplications>['data'][number]
export type NewKey = Answer<typeof consoleServer.rotateKey>

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
