// @ts-check
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { install, isInstalled } from './install.js'
import { withLock } from './lock.js'
import { run } from './run.js'

/** What the build reads. Folders that do not exist count as empty. */
const SOURCES = [
  'src',
  'web',
  'docs/guide',
  'package-lock.json',
  'scripts/build-dist.js',
  'scripts/build-web.js',
  'scripts/bundle.js',
  'scripts/slim-tables.js',
]

export const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Installs what package-lock.json names unless it is there: `run` for the server, `all` for development too.
 * @param {import('./install.js').Mode} mode
 */
export async function ensureInstalled(mode) {
  await ensurePackages(root, mode, mode === 'all' ? 'packages and development tools' : 'packages')
}

/**
 * The same in any folder that has a lock file of its own. Of many that ask at once one installs and the others wait.
 * @param {string} folder
 * @param {import('./install.js').Mode} mode
 * @param {string} what
 */
export async function ensurePackages(folder, mode, what) {
  await ensure(
    folder,
    () => isInstalled(folder, mode),
    (joinLock) => {
      say(`installing ${what}`)
      return install(folder, mode, joinLock)
    },
  )
}

/** Builds dist/ unless it was built from the sources as they are. */
export async function ensureBuilt() {
  await ensure(root, isBuilt, async (joinLock) => {
    say('building')
    const status = await run(process.execPath, [join(root, 'scripts', 'build-dist.js')], {
      stdio: ['ignore', 2, 2],
      onStart: joinLock,
    })
    if (status !== 0) throw new Error('the build failed: fix the problem shown above, then try again')
  })
}

/** Where a build leaves the stamp of the sources it was made from. */
export function buildStampPath(/** @type {string} */ dist) {
  return join(dist, '.built')
}

/** Path, size and time of change of every file that the build reads. */
export function sourceStamp() {
  return SOURCES.flatMap((source) => describe(source)).join('\n')
}

/**
 * Runs a script's main function; an expected failure ends it with one line.
 * @param {() => Promise<void>} main
 */
export async function runMain(main) {
  try {
    await main()
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    process.exit(1)
  }
}

/**
 * @param {string} folder
 * @param {() => boolean} isDone
 * @param {(joinLock: (pid: number) => void) => Promise<void>} work
 */
async function ensure(folder, isDone, work) {
  const lock = join(folder, '.lanyard-lock')
  if (!existsSync(lock) && isDone()) return
  await withLock(
    lock,
    async (joinLock) => {
      if (!isDone()) await work(joinLock)
    },
    (holder) => say(`waiting for ${holder}, which installs or builds`),
  )
}

function isBuilt() {
  const stamp = buildStampPath(join(root, 'dist'))
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === sourceStamp()
}

/**
 * @param {string} path relative to the root
 * @returns {string[]}
 */
function describe(path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat === undefined) return []
  if (!stat.isDirectory()) return [`${path} ${stat.size} ${stat.mtimeMs}`]
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => (name === 'node_modules' ? [] : describe(`${path}/${name}`)))
}

/** @param {string} text */
function say(text) {
  process.stderr.write(`lanyard: ${text}\n`)
}
