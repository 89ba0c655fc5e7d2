import { Badge } from '../../ui/badge.tsx'
import { text } from '../base/texts.ts'

type App = { name: string | null; fingerprint: string; verified: boolean } | null

/** A name is the application's own word: it is shown as text that cannot reach around itself, never alone. */
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
      {/* On a line of its own: no name is long enough to push it out of sight. */}
      <p class="asker-note">
        <Badge tone={app.verified ? 'good' : 'warn'}>
          {text(app.verified ? 'requestVerified' : 'requestUnverified')}
        </Badge>{' '}
        {text(app.verified ? 'requestVerifiedNote' : 'requestUnverifiedNote')}
      </p>
      <p class="asker-print">
        {text('requestFingerprint')} <code>{app.fingerprint}</code>
      </p>
    </div>
  )
}

export function AskerName({ name }: { name: string | null }) {
  return name === null || name === '' ? (
    <span>{text('requestNoName')}</span>
  ) : (
    <bdi class="foreign">{name}</bdi>
  )
}

/** What the application wants to tell: its words, marked as such. */
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
