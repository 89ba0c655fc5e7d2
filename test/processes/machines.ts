import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ServerProcess, type Store, startServer } from '../child.ts'
import type { Dice } from '../seed.ts'

export type Machine = { readonly store: Store; readonly settings: Readonly<Record<string, string>> }

/** Machines that share a PostgreSQL and the root key, and nothing else. */
export function createMachines(databaseUrl: string | undefined, count: number, dice: Dice): Machine[] {
  const settings = { LANYARD_SECRET: dice.bytes(32).toString('base64url') }
  return Array.from({ length: count }, () => {
    const dataFolder = mkdtempSync(join(tmpdir(), 'lanyard-machine-'))
    onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }))
    return { store: { engine: 'postgres', databaseUrl, dataFolder }, settings }
  })
}

export function startMachine({ store, settings }: Machine): Promise<ServerProcess> {
  return startServer(store, { settings })
}

/** Ends what was started; the exit codes. */
export async function stopAll(servers: readonly ServerProcess[]): Promise<(number | null)[]> {
  const exits = await Promise.all(servers.map((server) => server.end('SIGTERM')))
  return exits.map(({ code }) => code)
}
