import { ensureBuilt } from '../scripts/setup.js'

let built: Promise<void> | undefined

/** Looks once in each process that runs tests: to compare every source with the build takes as long as a short command. */
export function whenBuilt(): Promise<void> {
  built ??= ensureBuilt()
  return built
}
