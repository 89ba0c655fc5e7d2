import { Badge } from '../../ui/badge.tsx'
import type { Answered, Listed, twofactor } from '../base/services.ts'
import { When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'

export type User = Listed<typeof twofactor.findUsers>
export type OneUser = Answered<typeof twofactor.getUser>

const states = {
  open: ['good', 'userOpen'],
  locked: ['warn', 'userLocked'],
  shut: ['bad', 'userShut'],
} as const

export function UserState({ of: { state, lockedUntil } }: { of: User }) {
  const [tone, name] = states[state]
  return (
    <>
      <Badge tone={tone}>{text(name)}</Badge>
      {state === 'locked' && lockedUntil !== null && (
        <>
          {' '}
          <When at={lockedUntil} />
        </>
      )}
    </>
  )
}
