import { text } from '../base/texts.ts'

/** The fingerprint of a key, for people who compare it with what another screen shows. */
export function KeyDetails({ id }: { id: string }) {
  return (
    <details class="fold">
      <summary>{text('requestDetails')}</summary>
      <p>
        {text('identityFingerprint')} <code class="fingerprint">{id}</code>
      </p>
    </details>
  )
}
