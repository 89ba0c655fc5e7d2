import type { Application } from './key.ts'

/** Settings as typed in the form. */
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

/** The settings as the server expects them: null removes one. */
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

/** For a new application: settings that are not set are left out. */
export function newSettingsOf(entries: SettingEntries) {
  const given = Object.entries(settingsOf(entries)).filter(([, value]) => value !== null)
  return Object.fromEntries(given) as Application['settings']
}
