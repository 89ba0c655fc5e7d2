import { createTexts } from '../../ui/texts/i18n.ts'
import { en } from './texts/en.ts'

export const text = createTexts(en, {
  de: async () => (await import('./texts/de.ts')).de,
  fr: async () => (await import('./texts/fr.ts')).fr,
  es: async () => (await import('./texts/es.ts')).es,
})

const channelKeys = {
  sms: 'channelSms',
  voice: 'channelVoice',
  email: 'channelEmail',
  push: 'channelPush',
} as const
const stateKeys = {
  queued: 'stateQueued',
  sent: 'stateSent',
  failed: 'stateFailed',
  expired: 'stateExpired',
  unknown: 'stateUnknown',
} as const

export function channelText(channel: keyof typeof channelKeys): string {
  return text(channelKeys[channel])
}

export function stateText(state: keyof typeof stateKeys): string {
  return text(stateKeys[state])
}
