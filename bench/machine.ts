import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { VERSION } from '../src/app/config/version.ts'
import { loadSqlite } from '../src/kernel/database/sqlite/driver.ts'
import { findBinaries } from '../test/postgres-binaries.ts'

export type Hardware = { cpu: string; cores: number; arch: string; node: string; load: number }

/** What a reader has to know about the machine to compare figures. */
export type Machine = Hardware & {
  memoryBytes: number
  sqlite: string
  /** Undefined where no PostgreSQL is installed. */
  postgres: string | undefined
  lanyard: string
  /** The day of the run, as in 2026-01-31. */
  date: string
  /** The versions of the servers of others, by name. */
  peers: Readonly<Record<string, string>>
}

export function readHardware(): Hardware {
  const [load = 0] = loadavg()
  const [first] = cpus()
  return {
    cpu: first?.model ?? 'CPU',
    cores: cpus().length,
    arch: process.arch,
    node: process.versions.node,
    load,
  }
}

export async function readMachine(): Promise<Machine> {
  return {
    ...readHardware(),
    memoryBytes: totalmem(),
    sqlite: await readSqliteVersion(),
    postgres: readPostgresVersion(),
    lanyard: VERSION,
    date: new Date().toISOString().slice(0, 10),
    peers: readPeerVersions(),
  }
}

async function readSqliteVersion(): Promise<string> {
  const { DatabaseSync } = await loadSqlite()
  const connection = new DatabaseSync(':memory:')
  const { version } = connection.prepare('select sqlite_version() as version').get() as { version: string }
  connection.close()
  return version
}

function readPostgresVersion(): string | undefined {
  try {
    const { stdout } = spawnSync(join(findBinaries().native, 'bin', 'postgres'), ['--version'], {
      encoding: 'utf8',
    })
    return /\d+(?:\.\d+)+/.exec(stdout)?.[0]
  } catch {
    // The rest of the bench runs without it.
    return undefined
  }
}

function readPeerVersions(): Record<string, string> {
  const file = resolve('bench', 'peers', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }).dependencies
}
