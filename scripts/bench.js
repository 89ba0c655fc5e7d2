// @ts-check
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodeBundle } from './bundle.js'
import { run } from './run.js'
import { ensureBuilt, ensureInstalled, ensurePackages, root, runMain } from './setup.js'

/** The programs of their own, by the option that chooses one. */
const OTHERS = {
  '--million': 'million',
  '--heavy': 'heavy',
  '--waiting': 'waiting-list',
  '--on-sale': 'on-sale',
}
const PROGRAMS = [
  ...['main', 'load', 'ceiling', 'server', 'seed', 'memory', 'disk', 'fill', 'health', 'plans'],
  ...Object.values(OTHERS),
]

await runMain(async () => {
  await ensureInstalled('all')
  await ensureBuilt()
  const other = Object.entries(OTHERS).find(([option]) => process.argv.includes(option))?.[1]
  const program = other ?? 'main'
  const alone = other !== undefined || process.argv.includes('--no-peers')
  const missing = alone ? '' : await installPeers()
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
  const own = [`--programs=${programs}`, `--peers-missing=${missing}`]
  const args = [join(programs, `${program}.js`), ...own, ...process.argv.slice(2)]
  process.exitCode = await run(process.execPath, args, { cwd: root, stdio: 'inherit' })
})

/** Gives the reason why the servers of others cannot be run; empty where they can. */
async function installPeers() {
  try {
    await ensurePackages(join(root, 'bench', 'peers'), 'run', 'the servers that run beside Lanyard')
    return ''
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
