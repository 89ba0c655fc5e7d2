import type { Command } from 'commander'
import { type Config, listSetSettings, loadCommandConfig } from '../config/config.ts'
import { ConfigError } from '../config/error.ts'
import { adviseOnAddresses } from '../doctor/addresses.ts'
import { checkDatabase } from '../doctor/database.ts'
import { checkDisk, checkFolder, checkRootKeySource } from '../doctor/folder.ts'
import { checkClock, checkNode } from '../doctor/machine.ts'
import { checkServer } from '../doctor/server.ts'
import { attempt, type Finding, fault, good, report } from './base/findings.ts'

export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('check this machine and its settings for problems; changes nothing')
    .option('--json')
    .action(examine)
}

async function examine(options: { json?: boolean }): Promise<void> {
  const findings: Finding[] = [checkNode()]
  const config = tryLoad(findings)
  if (config !== undefined) {
    findings.push(
      ...showSettings(),
      checkClock(),
      ...(await attempt('data folder', async () => checkFolder(config))),
      ...(await attempt('disk', async () => [checkDisk(config)])),
      ...(await attempt('root key', async () => [checkRootKeySource(config)])),
      ...(await attempt('database', () => checkDatabase(config))),
      ...(await attempt('server', async () => [await checkServer(config)])),
      ...adviseOnAddresses(
        config,
        listSetSettings().map(({ name }) => name),
      ),
    )
  }
  report(findings, options)
}

function tryLoad(findings: Finding[]): Config | undefined {
  try {
    return loadCommandConfig()
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    findings.push(fault('settings', error.message))
    return undefined
  }
}

function showSettings(): Finding[] {
  const set = listSetSettings()
  if (set.length === 0) return [good('settings', 'all have their defaults')]
  return set.map(({ label, shown }) => good('settings', `${label}: ${shown}`))
}
