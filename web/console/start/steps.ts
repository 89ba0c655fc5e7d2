import type { Answered, consoleServer } from '../base/services.ts'
import type { Scope } from '../base/session.ts'

export type Start = Answered<typeof consoleServer.getStart>

/** The name that the server gives its first organisation, until an operator chooses another. */
const NAME_OF_THE_FIRST = 'Default'

export type StepName =
  | 'organisation'
  | 'passkey'
  | 'application'
  | 'code'
  | 'event'
  | 'open'
  | 'messages'
  | 'colleagues'

export type Step = {
  readonly name: StepName
  readonly isDone: boolean
  readonly path: `/${string}`
  /** Operators without this scope cannot do the step, and do not see it. */
  readonly scope?: Scope
  readonly everywhere?: true
}

/** The steps from an empty server to one in use; `start` is undefined if there is no organisation. */
export function stepsOf(start: Start | undefined, organisation: string | undefined): readonly Step[] {
  const eventPath = start?.firstEventId == null ? '/events' : (`/events/${start.firstEventId}` as const)
  const carries = (['sms', 'email'] as const).some((name) => start?.channels[name].kind === 'gateways')
  return [
    {
      name: 'organisation',
      isDone: organisation !== undefined && organisation !== NAME_OF_THE_FIRST,
      path: '/operators',
      scope: 'operators:write',
      everywhere: true,
    },
    { name: 'passkey', isDone: (start?.passkeys ?? 0) > 0, path: '/account' },
    {
      name: 'application',
      isDone: (start?.applications ?? 0) > 0,
      path: '/applications',
      scope: 'keys:write',
    },
    { name: 'code', isDone: start?.codeSent === true, path: '/twofactor/bench', scope: 'twofactor:write' },
    { name: 'event', isDone: (start?.events ?? 0) > 0, path: '/events/new', scope: 'events:write' },
    { name: 'open', isDone: (start?.openEvents ?? 0) > 0, path: eventPath, scope: 'events:write' },
    { name: 'messages', isDone: carries, path: '/settings', scope: 'settings:read', everywhere: true },
    {
      name: 'colleagues',
      isDone: (start?.operators ?? 0) > 1,
      path: '/operators',
      scope: 'operators:write',
      everywhere: true,
    },
  ]
}
