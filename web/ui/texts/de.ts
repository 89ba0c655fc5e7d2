import type { UiTexts } from './en.ts'

export const de: UiTexts = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  copied: 'Kopiert',
  copy: 'Kopieren',
  copyFailed: 'Der Browser hat das Kopieren verhindert',
  failed: 'Das konnte nicht geladen werden',
  language: 'Sprache',
  loading: 'Wird geladen',
  more: 'Mehr anzeigen',
  next: 'Weiter',
  pages: 'Seiten',
  previous: 'Zurück',
  required: 'erforderlich',
  retry: 'Erneut versuchen',
  save: 'Speichern',
  theme: 'Darstellung',
  themeDark: 'Dunkel',
  themeLight: 'Hell',
  themeSystem: 'Wie das Gerät',
}
