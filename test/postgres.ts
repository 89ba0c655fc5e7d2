import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'
import { trackProcesses } from './started.ts'
import { storageFolder } from './storage.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

/** One real PostgreSQL for the whole run; suites make databases of their own in it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const endProcesses = trackProcesses()
  const server = await startPostgres({ parent: storageFolder })
  project.provide('postgresUrl', server.url)
  return async () => {
    endProcesses()
    await server.remove()
  }
}
