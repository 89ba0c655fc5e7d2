import { code, page, table } from '../../kernel/text/markdown.ts'
import { exampleOf, getSetting, type SettingName, settingNames } from './settings.ts'

/** The settings as a Markdown page. */
export function renderSettings(): string {
  return page(
    '# Settings',
    'Each setting is read from the environment, then from `lanyard.config.json` in the working directory (one object with the same names; values are texts, numbers or booleans), then from its default. An empty value counts as unset, except for a secret. A name that is not listed here is refused when it stands in the file or starts with `LANYARD_`. A bad setting stops the start with one line that names it.',
    table(['Setting', 'Default', 'Meaning', 'Example'], settingNames.map(describe)),
  )
}

function describe(name: SettingName): string[] {
  const row = getSetting(name)
  const secrecy = row.secret ? ' Secret: never printed.' : ''
  return [
    code(name),
    'default' in row ? code(row.default) : row.unset,
    row.summary + secrecy,
    code(exampleOf(name)),
  ]
}
