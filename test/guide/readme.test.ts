import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/setup.js'
import { findFreePort } from '../examples/free-port.ts'
import { createReader, type Terminal } from './reader.ts'

const text = readFileSync(join(root, 'README.md'), 'utf8')
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }

/** What a block or a span of code asks its reader to type, from top to bottom. */
const typed = [...text.matchAll(/^```(?:bash)?\n(.*?)^```$|`((?:\.\/lanyard|npm|curl) [^`]+)`/gms)].map(
  ([, block, span]) => (block ?? span ?? '').trim(),
)
const programs = typed.filter((command) => !command.startsWith('npm '))

/** What the README leaves for its reader to fill in. */
const filled: readonly (readonly [pattern: RegExp, value: string])[] = [
  [/(?<=--email )…/, 'ada@example.org'],
  [/(?<=--url https:\/\/)…/, 'example.org/hook'],
  [/(?<=import event )FILE/, 'docs/guide/small-event.json'],
  [/(?<=import schedule )FILE/, `'${join(root, 'test', 'events', 'schedules', 'night-owls.json')}'`],
  [/(?<=backup )FILE/, 'kept.backup'],
  [/^(.* restore )FILE/, 'mkdir restored && cp data/secret restored && LANYARD_DATA=restored $1kept.backup'],
  [/FINGERPRINT/, '$(node -p \'JSON.parse(require("fs").readFileSync("key.json")).fingerprint\')'],
]

/** In the README a refused request shows itself; here it fails the step. */
const curl = 'curl() { command curl --fail-with-body "$@"; }\n'

describe('the README, followed from top to bottom', () => {
  const reader = createReader(['package.json', 'scripts', 'examples'])
  let port = ''
  let bankPort = ''
  let server: Terminal
  const here = (command: string) =>
    filled
      .reduce((script, [pattern, value]) => script.replace(pattern, value), command)
      .replaceAll('localhost:4000', `localhost:${port}`)
      // The answer to the first call names the key that a later one asks for.
      .replace(/(?<=@key\.jwt [^;\n]*)(?=;|$)/m, ' | tee key.json')
  const type = async (command: string) => {
    const terminal = reader.start(curl + here(command), { PORT: port, EXAMPLE_PORT: bankPort })
    expect(await terminal.ended, `${command}\n${terminal.stdout()}${terminal.stderr()}`).toBe(0)
    return terminal.stdout()
  }

  beforeAll(async () => {
    port = String(await findFreePort())
    bankPort = String(await findFreePort())
    server = reader.start('exec npm start', { PORT: port })
    await server.shows(/^Lanyard is running at http:\/\/localhost:\d+ /m)
  }, 240_000)
  afterAll(() => reader.close())

  it('starts with npm start and npm test', () => {
    expect(typed.slice(0, 2)).toEqual(['npm start', 'npm test'])
  })

  it('names scripts that there are', () => {
    const named = typed.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? [])
    expect(named).toContain('example')
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  })

  it('has commands and blocks to type', () => {
    expect(programs).toContain('./lanyard demo')
    expect(programs.length).toBeGreaterThan(10)
  })

  it('runs each in turn, the example after the demo', async () => {
    for (const command of typed) {
      if (command === 'npm run example') {
        expect(await openBank()).toMatchObject({ number: expect.stringMatching(/^\d\d$/) })
      } else if (programs.includes(command)) expect(await type(command)).not.toBe('')
    }
  }, 240_000)

  /** The example stays open in its terminal, as the README has it. */
  async function openBank(): Promise<unknown> {
    const terminal = reader.start('exec npm run example', { PORT: port, EXAMPLE_PORT: bankPort })
    const [, url = ''] = await terminal.shows(/^Little Bank is running at (\S+)\. /m)
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/api/sign-in`, { method: 'POST', headers, body: '{}' })).json()
  }
})
