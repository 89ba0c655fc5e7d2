// @ts-check
import { join } from 'node:path'
import { run } from './run.js'
import { ensureBuilt, ensureInstalled, root, runMain } from './setup.js'

await runMain(async () => {
  await ensureInstalled('all')
  await ensureBuilt()
  const args = process.argv.slice(2)
  const env = args.includes('--long') ? { ...process.env, LANYARD_TEST_LONG: '1' } : process.env
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  process.exitCode = await run(process.execPath, [vitest, 'run', ...args.filter((arg) => arg !== '--long')], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
})
