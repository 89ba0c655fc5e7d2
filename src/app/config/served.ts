import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { membersIn } from '../../kernel/text/json.ts'
import { isUrls, type Urls } from './addresses.ts'
import type { SettingName } from './settings.ts'
import type { Sources } from './sources.ts'

/** Where the server of a data folder was started last. */
type Served = { readonly host: string; readonly port: number; readonly urls: Urls }

const fileName = 'addresses.json'

export function isAddressSetting(name: SettingName): boolean {
  return name === 'PORT' || name === 'HOST' || (name.startsWith('LANYARD_') && name.endsWith('_URL'))
}

/**
 * Stores the addresses in the data folder, so that commands in another terminal print working links even if only the
 * server was given `PORT` or `LANYARD_URL`. A server that cannot write there, because the folder is read-only or the disk
 * is full, starts without it.
 */
export function noteServed(dataFolder: string, { host, port, urls }: Served): void {
  try {
    writeFileSync(join(dataFolder, fileName), `${JSON.stringify({ host, port, urls })}\n`, { mode: 0o600 })
  } catch {
    // Commands then use their own settings.
  }
}

/** Undefined if no server was started there, or if the file is damaged. */
export function findServed(dataFolder: string, readFile: Sources['readFile']): Served | undefined {
  const bytes = readFile(join(dataFolder, fileName))
  if (bytes === undefined) return undefined
  const { host, port, urls } = membersIn(Buffer.from(bytes).toString())
  if (typeof host !== 'string' || typeof port !== 'number' || !isUrls(urls)) return undefined
  return { host, port, urls }
}
