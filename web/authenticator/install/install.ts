import { signal } from '@preact/signals'
import { readChoice, writeChoice } from '../../ui/texts/choice.ts'

/** The browser's own offer to install the app; some browsers make none. */
type InstallOffer = Event & { prompt(): Promise<unknown> }

const CHOICE = 'install'

export const offer = signal<InstallOffer | undefined>(undefined)
export const isDismissed = signal(readChoice(CHOICE) === 'dismissed')

/** Keeps the browser's offer for the moment that suits the person. */
export function watchInstallation(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer.value = event as InstallOffer
  })
  addEventListener('appinstalled', () => {
    offer.value = undefined
  })
}

/** An offer can be used once. */
export async function install(): Promise<void> {
  const made = offer.value
  offer.value = undefined
  await made?.prompt()
}

export function dismissInstallation(): void {
  isDismissed.value = true
  writeChoice(CHOICE, 'dismissed')
}

/** Whether the app runs in its own window, without the bars of a browser. */
export function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches
}
