import { Button } from '../../ui/button.tsx'
import { text } from '../base/texts.ts'
import { dismissInstallation, install, isDismissed, isInstalled, offer } from './install.ts'
import { isMobileSafari } from './mobile-safari.ts'

/** Offers to install the app where the browser can do it. */
export function InstallHint() {
  if (isDismissed.value || offer.value === undefined) return null
  return (
    <aside class="notice install">
      <p>{text('installOffer')}</p>
      <div class="actions">
        <Button look="primary" size="small" onClick={() => void install()}>
          {text('installNow')}
        </Button>
        <Dismiss />
      </div>
    </aside>
  )
}

/**
 * For Safari on phones, before anything is stored: there, an installed app has its own storage, and a page that is not
 * opened for a week loses what it stored.
 */
export function InstallFirst() {
  if (isDismissed.value || isInstalled() || !isMobileSafari(navigator)) return null
  return (
    <aside class="notice install">
      <p>{text('installSafari')}</p>
      <div class="actions">
        <Dismiss />
      </div>
    </aside>
  )
}

function Dismiss() {
  return (
    <Button look="quiet" size="small" onClick={dismissInstallation}>
      {text('installDismiss')}
    </Button>
  )
}
