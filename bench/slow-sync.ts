import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import type { Options } from './options.ts'

/** The library that slows syncs down, or why there is none. */
export type SlowSync = { library: string | undefined; skipped: string | undefined }

export function prepareSlowSync({ programs, syncMs }: Options, folder: string): SlowSync {
  const library = join(folder, 'slow-sync.so')
  const flags = ['-O2', '-shared', '-fPIC', `-DSYNC_US=${Math.round(syncMs * 1000)}`]
  const { status } = spawnSync('cc', [...flags, '-o', library, resolve('bench/slow-sync.c'), '-ldl'])
  if (status !== 0) return { library: undefined, skipped: 'there is no C compiler to slow syncs down with' }
  if (measureSync(programs, folder, library) >= syncMs) return { library, skipped: undefined }
  return { library: undefined, skipped: 'a preloaded library slows no sync down here' }
}

/** How long one sync takes in a program that is started like the servers, in milliseconds. */
export function measureSync(programs: string, folder: string, preload?: string): number {
  const env = { PATH: process.env.PATH, ...(preload === undefined ? {} : { LD_PRELOAD: preload }) }
  const { stdout } = spawnSync(process.execPath, [join(programs, 'disk.js'), join(folder, 'sync-probe')], {
    env,
  })
  return Number(stdout)
}
