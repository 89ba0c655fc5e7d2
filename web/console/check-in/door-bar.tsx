import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { isOnline } from '../../ui/offline/online.ts'
import { SignInButton } from '../sign-in/sign-in-button.tsx'
import type { Desk } from './desk/desk.ts'
import { isUnsent } from './desk/scan.ts'
import { gate } from './desk/settings.ts'
import { text } from './texts.ts'
import { formatWhen } from './times.ts'

/** Status for the person at the door: which door, how fresh the list is, and what is not sent yet. */
export function DoorBar({ desk, onSettings }: { desk: Desk; onSettings: () => void }) {
  const pack = desk.pack.value
  if (pack === undefined) return null
  const { sessionTitle, timezone } = pack.head
  const waiting = desk.scans.value.filter(isUnsent).length
  const door = sessionTitle === null ? text('doorEvent') : text('doorSession', { title: sessionTitle })
  return (
    <div class="door-bar">
      <p class="door-where">
        {door}
        {gate.value.value !== '' && (
          <>
            {' · '}
            <bdi>{gate.value.value}</bdi>
          </>
        )}
      </p>
      <p class="door-state">
        <Badge tone={isOnline.value ? 'good' : 'warn'}>{text(isOnline.value ? 'online' : 'offline')}</Badge>
        <span>
          {text('listFresh', {
            count: desk.count.value,
            time: formatWhen(pack.freshAt, timezone, desk.now()),
          })}
        </span>
        <span class={waiting > 0 ? 'door-unsent' : 'soft'}>
          {waiting > 0 ? text('toSend', { count: waiting }) : text('allSent')}
        </span>
        <Button size="small" onClick={onSettings}>
          {text('settings')}
        </Button>
      </p>
      {desk.needsSignIn.value && (
        <div class="notice warn" role="alert">
          <p>{text('signIn')}</p>
          <SignInButton />
        </div>
      )}
    </div>
  )
}
