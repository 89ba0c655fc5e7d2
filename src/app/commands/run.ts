import { Command, CommanderError } from 'commander'
import { Fault } from '../../kernel/fault.ts'
import { ConfigError } from '../config/error.ts'
import { loadConfig } from '../config.ts'
import { VERSION } from '../version.ts'
import { CommandError } from './command-error.ts'
import { addKeyCommands } from './key.ts'
import { addOperatorCommands } from './operator.ts'
import { serve } from './serve.ts'
import { addSigningKeyCommands } from './signing-key.ts'

/** Runs the command that the arguments name and gives the exit status. */
export async function run(argv: readonly string[]): Promise<number> {
  const program = new Command('lanyard')
    .description('Who people are and where they go: one self-hosted server.')
    .version(VERSION)
    .exitOverride()
  program
    .command('serve')
    .description('serve everything on one address')
    .action(() => serve(loadConfig()))
  for (const add of [addKeyCommands, addOperatorCommands, addSigningKeyCommands]) add(program)
  try {
    await program.parseAsync(argv)
    return 0
  } catch (error) {
    return tellFailure(error)
  }
}

function tellFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  if (error instanceof CommandError || error instanceof ConfigError || error instanceof Fault) {
    process.stderr.write(`lanyard: ${error.message}\n`)
    return 1
  }
  throw error
}
