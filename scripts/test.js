// @ts-check
import { ensureBuilt, ensureInstalled, runMain } from './setup.js'
import { runTool } from './tool.js'

await runMain(async () => {
  await ensureInstalled('all')
  await ensureBuilt()
  const args = process.argv.slice(2)
  process.exitCode = await runTool(
    'node_modules/vitest/vitest.mjs',
    ['run', ...args.filter((arg) => arg !== '--long')],
    args.includes('--long') ? { LANYARD_TEST_LONG: '1' } : {},
  )
})
