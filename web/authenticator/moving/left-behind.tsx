import type { Identity } from '../store/records.ts'
import { movingText } from './texts.ts'

type LeftBehindProps = {
  /** The services that have removed this device, so that it cannot hand its place to the new one. */
  refused: readonly string[]
  /** The identities that no longer work here. */
  ended: readonly Identity[]
}

/** What does not move, and why. */
export function LeftBehind({ refused, ended }: LeftBehindProps) {
  return (
    <>
      {ended.map(({ id, name }) => (
        <p key={id} class="notice warn">
          {movingText('showEnded', { name })}
        </p>
      ))}
      {refused.map((app, at) => (
        <p key={at} class="notice warn">
          {movingText('showRefused', { app })}
        </p>
      ))}
    </>
  )
}
