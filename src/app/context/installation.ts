import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile, syncFolder } from '../../kernel/base/durable-file.ts'
import type { Context } from '../../kernel/context.ts'
import type { Lineage } from '../../kernel/database/database.ts'
import { readSqliteLineage } from '../../kernel/database/sqlite/lineage.ts'
import { parseJson } from '../../kernel/text/json.ts'
import type { Config } from '../config/config.ts'
import { ConfigError } from '../config/error.ts'

/** `id` and `count` belong to an SQLite file, which has certainly reached this count. */
type Mark = { engine: Config['database']['engine']; rootKey: string } & Lineage

const fileName = 'installation.json'
/** A fixed length, so that a new count overwrites the old one in place. */
const length = 255

/**
 * A mark in the data folder that identifies its database, so that a lost database is not mistaken for a new one. The
 * mark's count is written after the database's commits and is never ahead of it, whenever either of them stops being
 * written.
 */
export class Installation {
  /** The folder contained an installation before; the mark's content may be damaged. */
  readonly isKnown: boolean
  readonly #config: Config
  readonly #lineage: Lineage | undefined
  #mark: Partial<Mark>

  /** Throws a ConfigError if the folder's database was lost. */
  static async find(config: Config): Promise<Installation> {
    const mark = readMark(config.dataFolder)
    const lineage = mark === undefined ? undefined : await checkFile(config, mark)
    return new Installation(config, mark, lineage)
  }

  private constructor(config: Config, mark: Partial<Mark> | undefined, lineage: Lineage | undefined) {
    this.#config = config
    this.#mark = mark ?? {}
    this.#lineage = lineage
    this.isKnown = mark !== undefined
  }

  /** Throws a ConfigError if there was an installation and nothing is left of it. */
  async check(hasSomething: () => Promise<boolean>): Promise<void> {
    if (this.isKnown && !(await hasSomething())) throw refuse(this.#config, emptyOf(this.#config))
  }

  /**
   * Writes the mark if it does not identify this database yet, after the database has stored everything in its file.
   */
  async keep({ database, vault, random, log }: Context, changed: boolean): Promise<void> {
    const { engine } = this.#config.database
    const isMarked =
      this.#mark.engine === engine &&
      this.#mark.rootKey === vault.fingerprint &&
      this.#mark.id === (this.#lineage?.id ?? 0)
    if (isMarked && !changed) return
    const lineage =
      database.settle === undefined
        ? { id: 0, count: 0 }
        : await database.settle(() => drawId(random.bytes(4)))
    if (lineage === undefined) return
    this.#mark = { engine, rootKey: vault.fingerprint, ...lineage }
    try {
      replaceFile(pathOf(this.#config.dataFolder), textOf(this.#mark))
    } catch (error) {
      log.warn('the data folder could not be marked: a database that is lost later will not be noticed', {
        error,
      })
    }
  }

  /** Written without a sync: after a power failure the mark may be behind the database, but it is still correct. */
  count(count: number): void {
    if (this.#mark.id === undefined) return
    this.#mark = { ...this.#mark, count }
    try {
      const fd = openSync(pathOf(this.#config.dataFolder), 'r+')
      try {
        writeSync(fd, textOf(this.#mark), 0)
      } finally {
        closeSync(fd)
      }
    } catch {
      // If it cannot be written, the old mark stays; it is still correct.
    }
  }
}

/** Deletes the mark, so that the configured database is accepted as the folder's from now on. */
export function forgetInstallation({ dataFolder }: Config): void {
  rmSync(pathOf(dataFolder), { force: true })
  syncFolder(dataFolder)
}

/** Returns an SQLite file's lineage. Throws a ConfigError if it is not the folder's database. */
async function checkFile(config: Config, mark: Partial<Mark>): Promise<Lineage | undefined> {
  if (config.database.engine !== 'sqlite') return undefined
  const { path } = config.database
  const size = statSync(path, { throwIfNoEntry: false })?.size
  if (mark.engine === 'postgres' && size === undefined) throw refuse(config, elsewhere)
  if (size === undefined) throw refuse(config, `its database ${path} is missing`)
  // Check before SQLite opens it: for an empty file SQLite deletes the write-ahead log, which may contain all the
  // data.
  if (size === 0) throw refuse(config, emptyOf(config))
  const lineage = await readSqliteLineage(path)
  if (mark.engine === 'postgres' && lineage.id !== 0) throw refuse(config, elsewhere)
  if (lineage.id === mark.id && lineage.count < (mark.count ?? 0)) {
    const cause = `an older copy is in its place, or ${path}-wal was removed`
    throw refuse(config, `its database is older than it should be: ${cause}`)
  }
  return lineage
}

const elsewhere = 'its database is on PostgreSQL, and DATABASE_URL is not set'

function emptyOf({ database }: Config): string {
  return database.engine === 'sqlite'
    ? `its database ${database.path} is empty`
    : 'the database that DATABASE_URL names is empty'
}

function refuse({ dataFolder, database }: Config, what: string): ConfigError {
  const cure =
    database.engine === 'postgres'
      ? 'name its database, or fill the new one with `lanyard restore FILE`'
      : `put the files back, or move what is left of ${database.path} away and run \`lanyard restore FILE\` with a backup`
  return new ConfigError(
    'LANYARD_DATA',
    `LANYARD_DATA: ${dataFolder} belongs to an installation, but ${what}: ${cure}. To continue without what is missing, run \`lanyard migrate --new\`.`,
  )
}

function drawId(bytes: Buffer): number {
  return (bytes.readUInt32BE() % 0x7fff_fffe) + 1
}

function pathOf(dataFolder: string): string {
  return join(dataFolder, fileName)
}

function textOf(mark: Partial<Mark>): string {
  return `${JSON.stringify(mark).padEnd(length)}\n`
}

/** Even a damaged mark shows that there was an installation. */
function readMark(dataFolder: string): Partial<Mark> | undefined {
  try {
    const mark = parseJson(readFileSync(pathOf(dataFolder)))
    return typeof mark === 'object' && mark !== null ? mark : {}
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    return {}
  }
}
