import type { Command } from 'commander'
import { type OutboxMessage, readOutbox } from '../../platform/delivery/outbox-channel.ts'
import { loadConfig } from '../config/config.ts'
import { outboxPath } from '../services/channels.ts'
import { print } from './base/output.ts'

type OutboxOptions = { to?: string; json?: boolean }

export function addOutboxCommand(program: Command): void {
  program
    .command('outbox')
    .description('show messages kept on this machine because no gateway is set up, oldest first')
    .option('--to <recipient>', 'only messages to this phone number or address')
    .option('--json')
    .action(showOutbox)
}

async function showOutbox(options: OutboxOptions): Promise<void> {
  const messages = await readOutbox(
    outboxPath(loadConfig()),
    options.to === undefined ? {} : { to: options.to },
  )
  const text = messages.length === 0 ? 'The outbox is empty.' : messages.map(describe).join('\n\n')
  print({ messages }, text, options)
}

function describe({ at, channel, to, purpose, text }: OutboxMessage): string {
  // Messages may contain a terminal's control codes.
  return `${at} ${channel} to ${to} (${purpose})\n${text}`.replace(/[^\n\P{Cc}]/gu, '?')
}
