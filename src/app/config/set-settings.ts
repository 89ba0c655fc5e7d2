import { quote } from './error.ts'
import { getSetting, type SettingName } from './settings.ts'
import type { Found } from './sources.ts'

export type SetSetting = {
  readonly name: SettingName
  /** With the file where one sets it. */
  readonly label: string
  /** For an operator's eyes: of a secret, only that it is set. */
  readonly shown: string
}

export function showTexts(texts: ReadonlyMap<SettingName, Found>): SetSetting[] {
  return [...texts].map(([name, { text, label }]) => ({
    name,
    label,
    shown: getSetting(name).secret ? 'set' : quote(text),
  }))
}
