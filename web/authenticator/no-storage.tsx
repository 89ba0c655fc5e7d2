import { ErrorState } from '../ui/lists/states.tsx'
import { text } from './base/texts.ts'

/** A browser that keeps nothing cannot keep a key; and on plain http, except on this machine, it makes none. */
export function NoStorage() {
  return (
    <main id="content">
      <h1>{text('appName')}</h1>
      <ErrorState
        detail={text(isSecureContext ? 'noStorage' : 'notSecure')}
        onRetry={() => location.reload()}
      />
    </main>
  )
}
