import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import { root } from '../scripts/setup.js'

/** Bundles a program of the tests as the server's build does; gives the file that Node runs. */
export function useProgram(entry: string): () => string {
  let folder = ''
  beforeAll(async () => {
    const cache = join(root, 'node_modules', '.cache')
    mkdirSync(cache, { recursive: true })
    // Under node_modules, so that packages are found from there.
    folder = mkdtempSync(join(cache, 'lanyard-test-'))
    await build({
      absWorkingDir: root,
      entryPoints: [entry],
      outfile: join(folder, 'program.js'),
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      external: ['node:sqlite', '@photostructure/sqlite', 'pg-native', 'pg-cloudflare'],
      // CommonJS dependencies inside an ES module still call `require`.
      banner: {
        js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
      },
      logLevel: 'warning',
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => join(folder, 'program.js')
}
