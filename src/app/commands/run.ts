import { Command, CommanderError } from 'commander'
import { ConfigError } from '../config/error.ts'
import { loadConfig } from '../config.ts'
import { VERSION } from '../version.ts'
import { addApplicationCommands } from './application.ts'
import { addBackupCommand } from './backup.ts'
import { addCheckCommand } from './check.ts'
import { CommandError } from './command-error.ts'
import { addDemoCommand } from './demo.ts'
import { addDeviceCommands } from './device.ts'
import { addDoctorCommand } from './doctor.ts'
import { explainFailure } from './explain.ts'
import { shieldFingerprints } from './fingerprint-argument.ts'
import { addImportCommands } from './import.ts'
import { addKeyCommands } from './key.ts'
import { addMigrateCommand } from './migrate.ts'
import { addOperatorCommands } from './operator.ts'
import { addOutboxCommand } from './outbox.ts'
import { addRestoreCommand } from './restore.ts'
import { serve } from './serve.ts'
import { addSigningKeyCommands } from './signing-key.ts'
import { addTwofactorCommands } from './twofactor.ts'
import { addWebhookCommands } from './webhook.ts'

const commands = [
  addKeyCommands,
  addOperatorCommands,
  addSigningKeyCommands,
  addApplicationCommands,
  addDeviceCommands,
  addTwofactorCommands,
  addImportCommands,
  addDemoCommand,
  addOutboxCommand,
  addWebhookCommands,
  addBackupCommand,
  addRestoreCommand,
  addCheckCommand,
  addMigrateCommand,
  addDoctorCommand,
]

/** Runs the command that the arguments name and gives the exit status. */
export async function run(argv: readonly string[]): Promise<number> {
  const program = new Command('lanyard')
    .description('Who people are and where they go: one self-hosted server.')
    .version(VERSION)
    // What stands behind a command is the command's.
    .enablePositionalOptions()
    .exitOverride()
  program
    .command('serve')
    .description('serve everything on one address')
    .action(() => serve(loadConfig()))
  for (const add of commands) add(program)
  try {
    await program.parseAsync(shieldFingerprints(program, argv))
    return 0
  } catch (error) {
    return tellFailure(error)
  }
}

function tellFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  const isTold = error instanceof CommandError || error instanceof ConfigError
  const line = isTold ? error.message : explainFailure(error)
  if (line === undefined) throw error
  process.stderr.write(`lanyard: ${line}\n`)
  return 1
}
