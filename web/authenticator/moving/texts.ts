import { createTexts } from '../../ui/texts/i18n.ts'
import { en } from './texts/en.ts'

/** Loaded with the pages that need it, unlike the texts of the app. */
export const movingText = createTexts(en, {
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  es: async () => (await import('./texts/es.ts')).es,
})
