import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'
import { trackProcesses } from './started.ts'
import { runStorage } from './storage.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The folder for the data of tests; removed with the server, also if the run was killed. */
    storageFolder: string
  }
}

/** One real PostgreSQL for the whole run; suites make databases of their own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const endProcesses = trackProcesses()
  const server = await startPostgres({ parent: runStorage })
  const storageFolder = join(dirname(server.dataDir), 'places')
  mkdirSync(storageFolder)
  project.provide('postgresUrl', server.socketUrl)
  project.provide('storageFolder', storageFolder)
  return async () => {
    endProcesses()
    await server.remove()
  }
}
