// @ts-check
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled, root, runMain } from './setup.js'

await runMain(async () => {
  await ensureInstalled('run')
  const pages = await renderPages()
  const target = join(root, 'docs', 'reference')
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const [name, text] of Object.entries(pages)) writeFileSync(join(target, name), text)
  process.stderr.write(`lanyard: wrote ${Object.keys(pages).length} pages to docs/reference\n`)
})

/** @returns {Promise<Record<string, string>>} */
async function renderPages() {
  const { build } = await import('esbuild')
  const folder = mkdtempSync(join(tmpdir(), 'lanyard-docs-'))
  try {
    const outfile = join(folder, 'reference.mjs')
    await build({
      absWorkingDir: root,
      entryPoints: ['src/app/reference/reference.ts'],
      outfile,
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'esm',
      external: ['node:sqlite', '@photostructure/sqlite', 'pg-native', 'pg-cloudflare'],
      // CommonJS dependencies in an ES module call `require` for Node's own modules.
      banner: {
        js: "import { createRequire as bundleRequire } from 'node:module'; const require = bundleRequire(import.meta.url);",
      },
      logLevel: 'warning',
    })
    return (await import(pathToFileURL(outfile).href)).renderReference()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
