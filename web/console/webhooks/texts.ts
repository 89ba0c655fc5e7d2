import { createTexts } from '../../ui/texts/i18n.ts'
import { en } from './texts/en.ts'

export const text = createTexts(en, {
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  es: async () => (await import('./texts/es.ts')).es,
})

const stateKeys = { queued: 'stateQueued', delivered: 'stateDelivered', failed: 'stateFailed' } as const

export function deliveryStateText(state: keyof typeof stateKeys): string {
  return text(stateKeys[state])
}

export function serviceText(service: 'events' | 'issuer'): string {
  return text(service === 'events' ? 'serviceEvents' : 'serviceIssuer')
}

/** An empty list means all events. */
export function eventsText(events: readonly string[]): string {
  return events.length === 0 ? text('allEvents') : events.join(', ')
}
