// @ts-check
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
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
  try {
    await bundlePrograms(programs)
    const args = [join(programs, 'main.js'), `--programs=${programs}`, ...process.argv.slice(2)]
    process.exitCode = await run(process.execPath, args, { cwd: root, stdio: 'inherit' })
  } finally {
    rmSync(programs, { recursive: true, force: true })
  }
})

/**
 * Bundles as the server's build does, so that no program gains by how it was built.
 * @param {string} outdir
 */
async function bundlePrograms(outdir) {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: PROGRAMS.map((name) => `bench/${name}.ts`),
    outdir,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    minifyWhitespace: true,
    minifySyntax: true,
    keepNames: true,
    legalComments: 'none',
    external: ['node:sqlite', '@photostructure/sqlite', 'pg-native', 'pg-cloudflare'],
    // CommonJS dependencies inside an ES module still call `require`.
    banner: {
      js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
}
