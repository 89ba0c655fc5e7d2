import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { ONLY_TESTED, UNUSED } from '../scripts/unused.js'

const repository = fileURLToPath(new URL('..', import.meta.url))
const root = mkdtempSync(join(tmpdir(), 'lanyard-unused-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Each thing that the check has to find, beside things that look like it and are in use. */
const files: Record<string, string> = {
  'package.json':
    '{ "type": "module", "dependencies": { "fastify": "1", "left-pad": "1" }, "devDependencies": { "vitest": "1" } }',
  'src/main.ts': `
    import fastify from 'fastify'
    import { it } from 'vitest'
    import pad from 'right-pad/lib'
    import * as clock from './kernel/clock.ts'
    import type { Used } from './kernel/names.ts'
    const { dynamic } = await import('./kernel/names.ts')
    fastify(it, pad, clock.now, dynamic satisfies Used)`,
  'src/kernel/clock.ts': 'export const now = 1\nexport const later = 1',
  'src/kernel/names.ts': `
    export const dynamic = 1
    const inner = 1
    export { inner as listed }
    export const tested = 1
    /** For the test. @internal */
    export const marked = 1
    /** @internal For the test. */
    export const superfluous = 1
    export interface Unused {}
    export type Used = number
    export type OnlyTested = number`,
  'src/kernel/tested-file.ts': 'export const text = 1',
  'src/kernel/one.ts': "import { two } from './two.ts'\nexport const one = two",
  'src/kernel/two.ts': "import type { one } from './one.ts'\nexport const two: typeof one = 1",
  'web/console/main.tsx': "import { superfluous } from '../../src/kernel/names.ts'\nsuperfluous",
  'test/names.test.ts': `
    import { it } from 'vitest'
    import { marked, type OnlyTested, tested } from '../src/kernel/names.ts'
    import { text } from '../src/kernel/tested-file.ts'
    it('adds', () => [marked, tested satisfies OnlyTested, text])`,
}

for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
copyFileSync(join(repository, 'knip.json'), join(root, 'knip.json'))

/** What the check says about the files above, without the figures in its headings and what it says about its own settings. */
function findings([script = '', ...args]: string[]): string[] {
  const command = [join(repository, script), ...args]
  const { stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  })
  return `${stdout}\n${stderr}`
    .split('\n')
    .map((line) => line.trim().replace(/ +/g, ' '))
    .filter((line) => line !== '' && !line.includes('knip.json') && !/\(\d+\)$/.test(line))
}

describe('the check for unused code', () => {
  it('finds files, exports, types and packages that nothing uses', () => {
    expect(findings(UNUSED)).toEqual([
      'src/kernel/one.ts',
      'src/kernel/two.ts',
      'left-pad package.json',
      'right-pad/lib src/main.ts:4:21',
      'later clock src/kernel/clock.ts:2:14',
      'listed src/kernel/names.ts:4:23',
      'Unused interface src/kernel/names.ts:10:22',
    ])
  })

  it('finds what only tests use, development packages in the server, and marks without a need', () => {
    expect(findings(ONLY_TESTED)).toEqual([
      'src/kernel/one.ts',
      'src/kernel/tested-file.ts',
      'src/kernel/two.ts',
      'vitest src/main.ts:3:24',
      'right-pad/lib src/main.ts:4:21',
      'later clock src/kernel/clock.ts:2:14',
      'listed src/kernel/names.ts:4:23',
      'tested src/kernel/names.ts:5:18',
      'Unused tag in src/kernel/names.ts: superfluous → @internal',
    ])
  })
})
