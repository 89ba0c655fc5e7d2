import { quote } from './error.ts'
import { getSetting, type SettingName, settingNames } from './settings.ts'
import type { Found } from './sources.ts'

export type SetSetting = {
  readonly name: SettingName
  /** The setting's name, with the file's name if a file sets it. */
  readonly label: string
  /** For operators: a secret shows only that it is set. */
  readonly shown: string
}

export function showTexts(texts: ReadonlyMap<SettingName, Found>): SetSetting[] {
  return [...texts].map(([name, { text, label }]) => ({
    name,
    label,
    shown: getSetting(name).secret ? 'set' : quote(text),
  }))
}

/** Every setting; a secret shows only whether it is set. */
export function showSettings(set: readonly SetSetting[]) {
  const shownByName = new Map(set.map(({ name, shown }) => [name, shown]))
  return settingNames.map((name) => {
    const { summary, secret = false, ...row } = getSetting(name)
    const shown = shownByName.get(name)
    return {
      name,
      summary,
      value: secret ? undefined : shown,
      isSet: shown !== undefined,
      isSecret: secret,
      fallback: 'default' in row ? row.default : row.unset,
    }
  })
}
