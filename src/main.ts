import { run } from './app/commands/run.ts'

process.exitCode = await run(process.argv)
