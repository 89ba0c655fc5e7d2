import { movingText } from './texts.ts'

/** The services that have removed this device, so that it cannot hand its place to the new one. */
export function RefusedServices({ refused }: { refused: readonly string[] }) {
  return (
    <>
      {refused.map((app, at) => (
        <p key={at} class="notice warn">
          {movingText('showRefused', { app })}
        </p>
      ))}
    </>
  )
}
