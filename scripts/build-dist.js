// @ts-check
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { buildWeb } from './build-web.js'
import { nodeBundle } from './bundle.js'
import { identify, isRunning } from './process-identity.js'
import { buildStampPath, root, runMain, sourceStamp } from './setup.js'

const dist = join(root, 'dist')

await runMain(async () => {
  const startedAt = performance.now()
  removeLeftovers()
  // Each build works in a folder of its own: two at once are safe, and the last one to finish stays.
  const fresh = `${dist}.${process.pid}`
  try {
    const stamp = sourceStamp()
    await build({
      ...nodeBundle,
      absWorkingDir: root,
      entryPoints: ['src/main.ts'],
      outdir: fresh,
      splitting: true,
      sourcemap: 'external',
    })
    const apps = await buildWeb(join(fresh, 'web'))
    writeFileSync(buildStampPath(fresh), stamp)
    const sizeKb = Math.round(sizeOfScripts(fresh) / 1000)
    replaceDist(fresh)
    const tookMs = Math.round(performance.now() - startedAt)
    const web = apps.map(({ path }) => ` and ${path}`).join('')
    process.stderr.write(`lanyard: built dist/main.js, ${sizeKb} kB,${web} in ${tookMs} ms\n`)
  } catch (error) {
    // esbuild has printed what is wrong in the sources.
    if (!(error instanceof Error && 'errors' in error)) throw error
    process.exitCode = 1
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
})

/** @param {string} folder */
function sizeOfScripts(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'))
  return names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

/**
 * A kill between the two renames leaves no dist/, which the next start builds.
 * @param {string} fresh
 */
function replaceDist(fresh) {
  const old = `${fresh}.old`
  for (;;) {
    try {
      renameSync(dist, old)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error
    }
    try {
      return renameSync(fresh, dist)
    } catch (error) {
      // Another build has put its own there in between.
      if (codeOf(error) !== 'ENOTEMPTY' && codeOf(error) !== 'EPERM') throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}

/** Folders of builds that were killed. */
function removeLeftovers() {
  for (const name of readdirSync(root)) {
    const pid = /^dist\.(\d+)(\.old)?$/.exec(name)?.[1]
    if (pid !== undefined && !isRunning(identify(Number(pid))))
      rmSync(join(root, name), { recursive: true, force: true })
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return /** @type {NodeJS.ErrnoException} */ (error).code
}
