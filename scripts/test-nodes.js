// @ts-check
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { run } from './run.js'
import { ensureBuilt, ensureInstalled, root, runMain } from './setup.js'

/** The major versions of Node.js that the README names as tested. */
const VERSIONS = ['20', '22', '24', '26']

/**
 * What every version runs, in about five minutes: start and stop, what Node itself does for the product (cryptography, HTTP,
 * the database drivers), the contracts and the services on both engines, third-party clients, delivery, and an organiser's
 * first day in a browser.
 */
const SUITES = [
  'test/app/commands/serve.test.ts',
  'test/kernel/',
  'test/contract/',
  'test/clients/',
  'test/api/',
  'test/issuer/',
  'test/twofactor/',
  ...[
    'registration/createRegistration',
    'registration/updateRegistration',
    'search/searchRegistrations',
    'contact/contacts',
    'attendance/checkIn',
    'sync/sync',
    'attendance/tickets',
  ].map((name) => `test/events/${name}.test.ts`),
  'test/platform/delivery/',
  'test/browser/console/journey.test.ts',
]

const cache = join(root, 'node_modules', '.cache', 'lanyard-nodes')
const args = process.argv.slice(2)
const isAll = args.includes('--all')
const chosen = args.filter((arg) => arg !== '--all')

await runMain(async () => {
  await ensureInstalled('all')
  await ensureBuilt()
  const versions = chosen.length > 0 ? chosen : VERSIONS
  /** @type {string[]} */
  const failed = []
  for (const version of versions) {
    const node = await installNode(version)
    process.stdout.write(`\ntest:nodes: Node.js ${execFileSync(node, ['--version'], { encoding: 'utf8' })}`)
    if (!(await passesOn(node))) failed.push(version)
  }
  process.stdout.write(
    `\ntest:nodes: ${versions.length - failed.length} of ${versions.length} versions pass\n`,
  )
  if (failed.length > 0) throw new Error(`the tests failed on Node.js ${failed.join(', ')}`)
})

/**
 * The newest release of a major version, from the registry that npm uses. It is kept beside the packages and is no part of the product.
 * @param {string} version
 */
async function installNode(version) {
  if (!/^\d+(\.\d+){0,2}$/.test(version)) throw new Error(`"${version}" is not a version of Node.js`)
  const name = `node-${process.platform}-${process.arch}`
  const folder = join(cache, version)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  const status = await run(
    'npm',
    ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock', `${name}@${version}`],
    { stdio: ['ignore', 2, 2], shell: process.platform === 'win32' },
  )
  if (status !== 0) throw new Error(`npm could not install ${name}@${version}: its message is above`)
  return join(folder, 'node_modules', name, 'bin', 'node')
}

/**
 * Whether the suites pass on this Node.js. It comes first on the path, so that programs which the tests start use it too.
 * @param {string} node
 */
async function passesOn(node) {
  const status = await run(
    node,
    [join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...(isAll ? [] : SUITES)],
    {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', PATH: [dirname(node), process.env.PATH].join(delimiter) },
      stdio: 'inherit',
    },
  )
  return status === 0
}
