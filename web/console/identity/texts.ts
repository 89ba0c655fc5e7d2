import { createTexts } from '../../ui/texts/i18n.ts'
import { en } from './texts/en.ts'

/** The texts of applications, two-factor and issuer. */
export const text = createTexts(en, {
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  es: async () => (await import('./texts/es.ts')).es,
})
