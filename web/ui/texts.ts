import { en } from './texts/en.ts'
import { createTexts } from './texts/i18n.ts'

/** The texts of the components that all apps share. */
export const uiText = createTexts(en, {
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  es: async () => (await import('./texts/es.ts')).es,
})
