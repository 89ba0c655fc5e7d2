import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { isInstalled } from '../../scripts/install.js'
import { ensurePackages } from '../../scripts/setup.js'

const server = { 'node_modules/server': { version: '1.0.0', integrity: 'a' } }
const tool = { 'node_modules/tool': { version: '1.0.0', integrity: 'b', dev: true } }
const elsewhere = { 'node_modules/other-os': { version: '1.0.0', optional: true, os: ['plan9'] } }
const here = { 'node_modules/this-os': { version: '1.0.0', optional: true, os: [process.platform] } }

type Packages = Record<string, object>

/** A clone whose lock file names `locked` and where npm has installed `installed`. */
function clone(locked: Packages, installed: Packages | undefined): string {
  const root = mkdtempSync(join(tmpdir(), 'lanyard-install-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  lock(root, locked)
  mkdirSync(join(root, 'node_modules'))
  if (installed !== undefined) record(root, installed)
  return root
}

const lock = (root: string, packages: Packages) =>
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...packages } }))

const record = (root: string, packages: Packages) =>
  writeFileSync(join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))

it('finds nothing installed in a fresh clone', () => {
  expect(isInstalled(clone(server, undefined), 'run')).toBe(false)
})

it('accepts what npm has installed by hand', () => {
  expect(isInstalled(clone({ ...server, ...tool }, { ...server, ...tool }), 'all')).toBe(true)
})

it('runs the server without the development tools, and asks for them to test', () => {
  const root = clone({ ...server, ...tool }, server)
  expect(isInstalled(root, 'run')).toBe(true)
  expect(isInstalled(root, 'all')).toBe(false)
})

it('asks for the packages of this platform only', () => {
  expect(isInstalled(clone({ ...server, ...elsewhere }, server), 'run')).toBe(true)
  expect(isInstalled(clone({ ...server, ...here }, server), 'run')).toBe(false)
})

it('sees another version and another content', () => {
  const version = { 'node_modules/server': { version: '1.0.1', integrity: 'a' } }
  const content = { 'node_modules/server': { version: '1.0.0', integrity: 'c' } }
  expect(isInstalled(clone(server, version), 'run')).toBe(false)
  expect(isInstalled(clone(server, content), 'run')).toBe(false)
})

it('believes its stamp until the lock file changes', () => {
  const root = clone(server, server)
  expect(isInstalled(root, 'run')).toBe(true)
  record(root, {})
  expect(isInstalled(root, 'run')).toBe(true)
  lock(root, { ...server, ...here })
  expect(isInstalled(root, 'run')).toBe(false)
})

it('installs once, however many ask at once', async () => {
  const root = clone({}, undefined)
  const npm = join(root, 'npm-cli.js')
  writeFileSync(
    npm,
    "import('node:fs').then((fs) => fs.appendFileSync('installs', process.argv.slice(2).join(' ')))",
  )
  vi.stubEnv('npm_execpath', npm)
  onTestFinished(() => void vi.unstubAllEnvs())
  await Promise.all(Array.from({ length: 3 }, () => ensurePackages(root, 'run', 'nothing')))
  expect(readFileSync(join(root, 'installs'), 'utf8')).toBe('ci --omit=dev')
  expect(isInstalled(root, 'run')).toBe(true)
})
