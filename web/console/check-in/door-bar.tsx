import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { isOnline } from '../../ui/offline/online.ts'
import { SignInButton } from '../sign-in/sign-in-button.tsx'
import type { Door } from './door/door.ts'
import { isUnsent } from './door/scan.ts'
import { gate } from './door/settings.ts'
import { text } from './texts.ts'
import { formatWhen } from './times.ts'

/** Status for the person at the door: how many are in, which door, how fresh the list is, and what is not sent yet. */
export function DoorBar({ door, onSettings }: { door: Door; onSettings: () => void }) {
  const pack = door.pack.value
  if (pack === undefined) return null
  const { sessionTitle, timezone } = pack.head
  const waiting = door.scans.value.filter(isUnsent).length
  const name = sessionTitle === null ? text('doorEvent') : text('doorSession', { title: sessionTitle })
  return (
    <div class="door-bar">
      <p class="door-counter">
        <span aria-hidden="true">{text('counter', door.tally.value)}</span>
        <span class="visually-hidden">{text('counterLabel', door.tally.value)}</span>
      </p>
      <p class="door-where">
        {name}
        {gate.value.value !== '' && (
          <>
            {' · '}
            <bdi>{gate.value.value}</bdi>
          </>
        )}
      </p>
      <p class="door-state">
        <Badge tone={isOnline.value ? 'good' : 'warn'}>{text(isOnline.value ? 'online' : 'offline')}</Badge>
        <span class="door-fresh">
          {text('listFresh', {
            count: door.count.value,
            time: formatWhen(pack.freshAt, timezone, door.now()),
          })}
        </span>
        <span class={waiting > 0 ? 'door-unsent' : 'soft'}>
          {waiting > 0 ? text('toSend', { count: waiting }) : text('allSent')}
        </span>
        <Button size="small" onClick={onSettings}>
          {text('settings')}
        </Button>
      </p>
      {door.needsSignIn.value && (
        <div class="notice warn" role="alert">
          <p>{text('signIn')}</p>
          <SignInButton />
        </div>
      )}
    </div>
  )
}
