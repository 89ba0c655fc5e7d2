import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll } from 'vitest'
import { nodeBundle } from '../scripts/bundle.js'
import { root } from '../scripts/setup.js'

/** Bundles a program of the tests for a suite; gives the file that Node runs. */
export function useProgram(entry: string): () => string {
  let folder = ''
  beforeAll(async () => {
    const cache = join(root, 'node_modules', '.cache')
    mkdirSync(cache, { recursive: true })
    // Under node_modules, so that packages are found from there.
    folder = mkdtempSync(join(cache, 'lanyard-test-'))
    await build({
      ...nodeBundle,
      absWorkingDir: root,
      entryPoints: [entry],
      outfile: join(folder, 'program.js'),
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return () => join(folder, 'program.js')
}
