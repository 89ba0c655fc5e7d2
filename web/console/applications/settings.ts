import type { Application } from './key.ts'

/** As they are typed. */
export type SettingEntries = {
  codeLength: string
  sms: boolean
  voice: boolean
  callback: string
  callbackMethod: 'POST' | 'GET'
  quota: string
}

export function entriesOf(settings: Application['settings']): SettingEntries {
  return {
    codeLength: String(settings.codeLength ?? 7),
    sms: settings.sms ?? true,
    voice: settings.voice ?? true,
    callback: settings.callback ?? '',
    callbackMethod: settings.callbackMethod ?? 'POST',
    quota: settings.quota === undefined ? '' : String(settings.quota),
  }
}

/** What the server is told: null takes a setting away. */
export function settingsOf(entries: SettingEntries) {
  const callback = entries.callback.trim()
  return {
    codeLength: Number(entries.codeLength),
    sms: entries.sms,
    voice: entries.voice,
    callback: callback === '' ? null : callback,
    callbackMethod: callback === '' ? null : entries.callbackMethod,
    quota: entries.quota.trim() === '' ? null : Number(entries.quota),
  }
}

/** For one that is new: what is not set is left out. */
export function newSettingsOf(entries: SettingEntries) {
  const given = Object.entries(settingsOf(entries)).filter(([, value]) => value !== null)
  return Object.fromEntries(given) as Application['settings']
}
