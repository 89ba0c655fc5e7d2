// @ts-check
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { measureFirstPaint } from './first-paint.js'
import { ensureBuilt, ensureInstalled, root, runMain } from './setup.js'

/**
 * What a browser loads of each app before anything is shown, compressed; scripts loaded later are told apart. Where a browser
 * is, also when it first shows something.
 */
await runMain(async () => {
  await ensureInstalled('run')
  await ensureBuilt()
  const web = join(root, 'dist', 'web')
  /** @type {{ apps: import('./build-web.js').WebApp[] }} */
  const { apps } = JSON.parse(readFileSync(join(web, 'manifest.json'), 'utf8'))
  const paints = await measureFirstPaint(apps.map(({ path }) => path))
  for (const { name, path, files } of apps) {
    const html = readFileSync(join(web, name, 'index.html'), 'utf8')
    const sizeOf = (/** @type {string} */ ending, /** @type {boolean} */ first) =>
      files
        .filter((file) => file.name.endsWith(ending) && html.includes(file.name) === first)
        .reduce((sum, file) => sum + statSync(join(web, name, `${file.name}.br`)).size, 0)
    const kb = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`
    const paint = paints === undefined ? '' : `, first paint ${Math.round(paints.get(path) ?? 0)} ms`
    process.stdout.write(
      `${path}: script ${kb(sizeOf('.js', true))} (later ${kb(sizeOf('.js', false))}), style ${kb(sizeOf('.css', true))}${paint}\n`,
    )
  }
  if (paints === undefined)
    process.stderr.write('lanyard: without a browser and the development tools no first paint is measured\n')
})
