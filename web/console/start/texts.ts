import { createTexts } from '../../ui/texts/i18n.ts'
import type { StepName } from './steps.ts'
import { en } from './texts/en.ts'

export const text = createTexts(en, {
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  es: async () => (await import('./texts/es.ts')).es,
})

/** What a step is for. */
export function helpText(step: StepName): string {
  return text(`${step}Help`)
}

/** The label of a step's link. */
export function wayText(step: StepName): string {
  return text(`${step}Way`)
}
