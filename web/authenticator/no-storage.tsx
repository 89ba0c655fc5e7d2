import { ErrorState } from '../ui/states.tsx'
import { text } from './texts.ts'

/** A browser that keeps nothing cannot keep a key. */
export function NoStorage() {
  return (
    <main id="content">
      <h1>{text('appName')}</h1>
      <ErrorState detail={text('noStorage')} onRetry={() => location.reload()} />
    </main>
  )
}
