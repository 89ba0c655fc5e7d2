import type { UiTexts } from './en.ts'

export const de: UiTexts = {
  cancel: 'Abbrechen',
  close: 'Schließen',
  copied: 'Kopiert',
  copy: 'Kopieren',
  copyFailed: 'Der Browser hat das Kopieren nicht erlaubt',
  failed: 'Das konnte nicht geladen werden',
  language: 'Sprache',
  loading: 'Wird geladen',
  more: 'Mehr zeigen',
  next: 'Weiter',
  pages: 'Seiten',
  previous: 'Zurück',
  required: 'erforderlich',
  retry: 'Noch einmal versuchen',
  save: 'Speichern',
  theme: 'Farben',
  themeDark: 'Dunkel',
  themeLight: 'Hell',
  themeSystem: 'Wie das System',
}
