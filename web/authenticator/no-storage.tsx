import { ErrorState } from '../ui/lists/states.tsx'
import { text } from './base/texts.ts'

/** Shown if the browser cannot store keys, or cannot create them: it needs https, except on localhost. */
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
