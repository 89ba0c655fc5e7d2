import { ConfigError, quote, Refusal } from './error.ts'
import { exampleOf, getSetting, type SettingName, settingNames, type Values } from './settings.ts'
import type { Found } from './sources.ts'

/** Parses every setting, and adds the defaults. */
export function parseValues(texts: ReadonlyMap<SettingName, Found>): Values {
  const entries = settingNames.map((name) => [name, parseValue(name, texts.get(name))])
  return Object.fromEntries(entries) as Values
}

function parseValue(name: SettingName, found: Found | undefined): unknown {
  const row = getSetting(name)
  if (found === undefined) return 'default' in row ? row.parse(row.default) : undefined
  try {
    return row.parse(found.text)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const shown = row.secret ? 'the value' : quote(found.text)
    throw new ConfigError(name, `${found.label}: ${shown} ${error.message}, for example ${exampleOf(name)}`)
  }
}
