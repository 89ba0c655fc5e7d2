// @ts-check
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBundle } from './bundle.js'
import { run } from './run.js'
import { ensureBuilt, ensureInstalled, root, runMain } from './setup.js'

const PROGRAMS = ['main', 'load', 'ceiling', 'server', 'disk']

await runMain(async () => {
  await ensureInstalled('all')
  await ensureBuilt()
  const cache = join(root, 'node_modules', '.cache')
  mkdirSync(cache, { recursive: true })
  // Under node_modules, so that packages are found from there.
  const programs = mkdtempSync(join(cache, 'lanyard-bench-'))
  // Also when a signal ends the run.
  process.once('exit', () => rmSync(programs, { recursive: true, force: true }))
  const { build } = await import('esbuild')
  await build({
    ...nodeBundle,
    absWorkingDir: root,
    entryPoints: PROGRAMS.map((name) => `bench/${name}.ts`),
    outdir: programs,
  })
  const args = [join(programs, 'main.js'), `--programs=${programs}`, ...process.argv.slice(2)]
  process.exitCode = await run(process.execPath, args, { cwd: root, stdio: 'inherit' })
})
