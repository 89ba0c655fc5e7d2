// @ts-check
import { ensureInstalled, runMain } from './setup.js'
import { runTool } from './tool.js'
import { ONLY_TESTED, UNUSED } from './unused.js'

/** What the last check found out, so that the next one reads only what changed. */
const BUILD_INFO = 'node_modules/.cache/lanyard-types.json'

const plain = process.stdout.isTTY ? [] : ['--colors=off']

/** @type {[title: string, ...command: string[]][]} */
const CHECKS = [
  ['format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', ...plain, '.'],
  ['types', 'node_modules/typescript/bin/tsc', '-p', '.', '--incremental', '--tsBuildInfoFile', BUILD_INFO],
  ['structure', 'scripts/check-structure.js'],
  ['unused code', ...UNUSED],
  ['code that only tests use', ...ONLY_TESTED],
]

await runMain(async () => {
  await ensureInstalled('all')
  for (const [title, script = '', ...args] of CHECKS) {
    process.stdout.write(`check: ${title}\n`)
    if ((await runTool(script, args)) !== 0) process.exitCode = 1
  }
  process.stdout.write(`check: ${process.exitCode ? 'failed' : 'passed'}\n`)
})
