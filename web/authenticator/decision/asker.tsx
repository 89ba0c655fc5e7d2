import { Badge } from '../../ui/badge.tsx'
import { text } from '../base/texts.ts'

type App = { name: string | null; fingerprint: string; verified: boolean } | null

/** The application chose this name: it is isolated as plain text, and the details show the fingerprint. */
export function Asker({ app }: { app: App }) {
  if (app === null)
    return (
      <div class="asker">
        <p class="asker-name">{text('requestNobody')}</p>
        <p class="asker-note">{text('requestNobodyNote')}</p>
      </div>
    )
  return (
    <div class="asker">
      <p class="asker-name">
        <AskerName name={app.name} />
      </p>
      {/* On its own line, so that no long name can push it out of sight. */}
      <p class="asker-note">
        <Badge tone={app.verified ? 'good' : 'warn'}>
          {text(app.verified ? 'requestVerified' : 'requestUnverified')}
        </Badge>{' '}
        {text(app.verified ? 'requestVerifiedNote' : 'requestUnverifiedNote')}
      </p>
    </div>
  )
}

/** What few people need to decide, on demand. */
export function AskerDetails({ app }: { app: App }) {
  return (
    <details class="fold">
      <summary>{text('requestDetails')}</summary>
      <p>{text('requestSharesAlways')}</p>
      {app !== null && (
        <p class="asker-print">
          {text('identityFingerprint')} <code>{app.fingerprint}</code>
        </p>
      )}
    </details>
  )
}

export function AskerName({ name }: { name: string | null }) {
  return name === null || name === '' ? (
    <span>{text('requestNoName')}</span>
  ) : (
    <bdi class="foreign">{name}</bdi>
  )
}

/** The application's own message, marked as such. */
export function Message({ words }: { words: string | null }) {
  if (words === null || words === '') return null
  return (
    <figure class="message">
      <figcaption>{text('requestMessage')}</figcaption>
      <blockquote>
        <bdi class="foreign">{words}</bdi>
      </blockquote>
    </figure>
  )
}
