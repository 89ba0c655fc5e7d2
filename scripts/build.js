// @ts-check
import { ensureBuilt, ensureInstalled, runMain } from './setup.js'

await runMain(async () => {
  await ensureInstalled('run')
  await ensureBuilt()
})
