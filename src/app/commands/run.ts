import { Command, CommanderError } from 'commander'
import { loadConfig } from '../config/config.ts'
import { ConfigError } from '../config/error.ts'
import { VERSION } from '../config/version.ts'
import { CommandError } from './base/command-error.ts'
import { explainFailure } from './base/explain.ts'
import { shieldFingerprints } from './base/fingerprint-argument.ts'
import { keepYoungGenerationSmall } from './base/young-generation.ts'

type Add = (program: Command) => void

/** Each command is loaded on demand: reading the whole program takes as long as a short command. */
const commands: Readonly<Record<string, () => Promise<Add>>> = {
  key: async () => (await import('./key.ts')).addKeyCommands,
  operator: async () => (await import('./operator.ts')).addOperatorCommands,
  'signing-key': async () => (await import('./signing-key.ts')).addSigningKeyCommands,
  application: async () => (await import('./application.ts')).addApplicationCommands,
  device: async () => (await import('./device/device.ts')).addDeviceCommands,
  twofactor: async () => (await import('./twofactor.ts')).addTwofactorCommands,
  import: async () => (await import('./import.ts')).addImportCommands,
  demo: async () => (await import('./demo.ts')).addDemoCommand,
  outbox: async () => (await import('./outbox.ts')).addOutboxCommand,
  webhook: async () => (await import('./webhook.ts')).addWebhookCommands,
  backup: async () => (await import('./backup.ts')).addBackupCommand,
  restore: async () => (await import('./restore.ts')).addRestoreCommand,
  check: async () => (await import('./check.ts')).addCheckCommand,
  migrate: async () => (await import('./migrate.ts')).addMigrateCommand,
  doctor: async () => (await import('./doctor.ts')).addDoctorCommand,
}

/** Runs the command named in the arguments and returns the exit status. */
export async function run(argv: readonly string[]): Promise<number> {
  const program = new Command('lanyard')
    .description('Sign-in, two-factor and event registration on one self-hosted server.')
    .version(VERSION)
    // Options after a command's name belong to that command.
    .enablePositionalOptions()
    .exitOverride()
  program
    .command('serve')
    .description('start the server')
    .action(async () => {
      keepYoungGenerationSmall()
      await (await import('./serve.ts')).serve(loadConfig())
    })
  for (const load of wantedBy(argv[2])) (await load())(program)
  try {
    await program.parseAsync(shieldFingerprints(program, argv))
    return 0
  } catch (error) {
    return tellFailure(error)
  }
}

/** All commands in order if the first argument names none, for help and for misspelt names. */
function wantedBy(name: string | undefined): (() => Promise<Add>)[] {
  if (name === 'serve' || name === '--version' || name === '-V') return []
  const known = Object.hasOwn(commands, name ?? '') ? commands[name ?? ''] : undefined
  return known === undefined ? Object.values(commands) : [known]
}

function tellFailure(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode
  const isTold = error instanceof CommandError || error instanceof ConfigError
  const line = isTold ? error.message : explainFailure(error)
  if (line === undefined) throw error
  process.stderr.write(`lanyard: ${line}\n`)
  return 1
}
