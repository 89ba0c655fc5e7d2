import { join } from 'node:path'
import { Fault } from '../../kernel/base/fault.ts'
import { parseJson } from '../../kernel/text/json.ts'
import { ConfigError, quote } from './error.ts'
import { findNearMiss } from './near-miss.ts'
import { exampleOf, getSetting, isSettingName, type SettingName, settingNames } from './settings.ts'

export type Sources = {
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** Returns undefined if the file does not exist. */
  readFile(path: string): Uint8Array | undefined
}

/** A setting's text from a source, and how an error line names both. */
export type Found = { text: string; label: string }

const fileName = 'lanyard.config.json'
const fileExample = '{"PORT": 4000}'
const prefix = 'LANYARD_'
const testPrefix = 'LANYARD_TEST_'

/** The texts of all settings that are set: the environment first, then the file. */
export function collectTexts({ env, cwd, readFile }: Sources): ReadonlyMap<SettingName, Found> {
  const found = new Map<SettingName, Found>()
  for (const [name, value] of readDocument(join(cwd, fileName), readFile)) {
    if (!isSettingName(name)) throw unknownName(name, ` in ${fileName}`, fileExample)
    keep(found, name, { text: textOf(name, value), label: `${name} in ${fileName}` })
  }
  for (const [name, text] of Object.entries(env)) {
    if (text === undefined) continue
    if (isSettingName(name)) keep(found, name, { text, label: name })
    else if (name.startsWith(prefix) && !name.startsWith(testPrefix))
      throw unknownName(name, '', `unset ${name}`)
  }
  return found
}

// Shells and templates write an empty text for "not set". An empty secret, however, means that a secret was lost.
function keep(found: Map<SettingName, Found>, name: SettingName, { text, label }: Found): void {
  if (text !== '') found.set(name, { text, label })
  else if (getSetting(name).secret) {
    throw new ConfigError(
      name,
      `${label}: the value is empty: unset it or give one, for example ${exampleOf(name)}`,
    )
  }
}

function unknownName(name: string, place: string, example: string): ConfigError {
  const shown = /^\w{1,80}$/.test(name) ? name : quote(name)
  const meant = findNearMiss(name, settingNames, prefix)
  const cure =
    meant === undefined
      ? `remove it, for example ${example}`
      : `did you mean ${meant}, for example ${exampleOf(meant)}`
  return new ConfigError(name, `${shown}${place}: there is no such setting; ${cure}`)
}

function readDocument(path: string, readFile: Sources['readFile']): [string, unknown][] {
  const bytes = readBytes(path, readFile)
  if (bytes === undefined) return []
  const document = parseDocument(bytes)
  if (typeof document !== 'object' || document === null || Array.isArray(document)) {
    throw badFile('it does not hold an object of settings')
  }
  return Object.entries(document)
}

function readBytes(path: string, readFile: Sources['readFile']): Uint8Array | undefined {
  try {
    return readFile(path)
  } catch (error) {
    throw badFile(`it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown cause'})`)
  }
}

function parseDocument(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes)
  } catch (error) {
    if (!(error instanceof Fault) || error.detail === undefined) throw error
    throw badFile(error.detail.replace(/^The body/, 'it').replace(/\.$/, ''))
  }
}

function badFile(what: string): ConfigError {
  return new ConfigError(fileName, `${fileName}: ${what}; for example ${fileExample}`)
}

function textOf(name: SettingName, value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new ConfigError(
    name,
    `${name} in ${fileName}: the value is not a text, a number or a boolean, for example ${fileExample}`,
  )
}
