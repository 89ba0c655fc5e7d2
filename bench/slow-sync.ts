import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'

/** Builds the library that slows syncs down; undefined where there is no C compiler. */
export function buildSlowSync(folder: string, syncMs: number): string | undefined {
  const library = join(folder, 'slow-sync.so')
  const flags = ['-O2', '-shared', '-fPIC', `-DSYNC_US=${Math.round(syncMs * 1000)}`]
  const { status } = spawnSync('cc', [...flags, '-o', library, resolve('bench/slow-sync.c'), '-ldl'])
  return status === 0 ? library : undefined
}

/** How long one sync takes in a program that is started like the servers, in milliseconds. */
export function measureSync(programs: string, folder: string, preload?: string): number {
  const env = { PATH: process.env.PATH, ...(preload === undefined ? {} : { LD_PRELOAD: preload }) }
  const { stdout } = spawnSync(process.execPath, [join(programs, 'disk.js'), join(folder, 'sync-probe')], {
    env,
  })
  return Number(stdout)
}
