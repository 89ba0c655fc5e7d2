// @ts-check
import { join } from 'node:path'
import { run } from './run.js'
import { ensureInstalled, root, runMain } from './setup.js'

const CHECKS = [
  {
    title: 'format and lint',
    command: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  },
  { title: 'types', command: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  { title: 'structure', command: ['scripts/check-structure.js'] },
]

await runMain(async () => {
  await ensureInstalled('all')
  for (const { title, command } of CHECKS) {
    process.stdout.write(`check: ${title}\n`)
    const [script = '', ...args] = command
    const status = await run(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
    if (status !== 0) process.exitCode = 1
  }
  process.stdout.write(`check: ${process.exitCode ? 'failed' : 'passed'}\n`)
})
