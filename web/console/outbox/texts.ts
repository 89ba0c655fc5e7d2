import { createTexts, type PlainKey } from '../../ui/texts/i18n.ts'
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

const purposeKeys: Readonly<Record<string, PlainKey<typeof en>>> = {
  'twofactor.code': 'purposeCode',
  'twofactor.verification': 'purposeVerification',
  'twofactor.install-link': 'purposeInstall',
  'issuer.verification': 'purposeVerification',
  'issuer.lost-device': 'purposeLost',
  registration: 'purposeRegistration',
  'registration-code': 'purposeVerification',
}

/** What a message is for, in plain words. */
export function purposeText(purpose: string): string {
  const key = purposeKeys[purpose]
  return key === undefined ? purpose : text(key)
}

export function channelText(channel: keyof typeof channelKeys): string {
  return text(channelKeys[channel])
}

/** The file of the outbox may come from a newer release, with channels that are not known here. */
export function keptChannelText(channel: string): string {
  return Object.hasOwn(channelKeys, channel) ? channelText(channel as keyof typeof channelKeys) : channel
}

export function stateText(state: keyof typeof stateKeys): string {
  return text(stateKeys[state])
}
