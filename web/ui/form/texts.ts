import { createTexts } from '../texts/i18n.ts'
import { en } from './texts/en.ts'

/** The texts of registration forms: remaining places, and errors of answers. */
export const formText = createTexts(en, {
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  es: async () => (await import('./texts/es.ts')).es,
})
