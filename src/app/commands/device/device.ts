import { type Command, InvalidArgumentError, Option } from 'commander'
import { Refusal } from '../../../client/client.ts'
import { tellRefusal } from '../../device/issuer-link.ts'
import { fingerprintArgument } from '../base/fingerprint-argument.ts'
import { approve, deny } from './device-answer.ts'
import { enrol, showCodes } from './device-enrolment.ts'
import { showInbox } from './device-inbox.ts'
import { block, confirm, create, revoke, rotate, show, unblock, verify } from './device-key.ts'

type Claims = ReadonlyMap<string, string>

export function addDeviceCommands(program: Command): void {
  const device = program
    .command('device')
    .description('an authenticator on the command line, to develop with; it speaks to a running server')
  addKeyCommands(device)
  addRequestCommands(device)
  addEnrolmentCommands(device)
}

function addKeyCommands(device: Command): void {
  add(device, 'create', 'make a key and register it').option('--name <text>').action(telling(create))
  add(device, 'show', 'the device and what the issuer knows of it').action(telling(show))
  add(device, 'verify', 'have a code sent to an address')
    .option('--email <address>')
    .addOption(new Option('--phone <number>').conflicts('email'))
    .action(telling(verify))
  add(device, 'confirm', 'give the code back: the address is verified')
    .arguments('<job> <code>')
    .action(telling(confirm))
  add(device, 'block', 'hear nothing more from an application')
    .addArgument(fingerprintArgument())
    .action(telling(block))
  add(device, 'unblock', 'lift the block').addArgument(fingerprintArgument()).action(telling(unblock))
  add(device, 'rotate', 'replace the key by a new one').action(telling(rotate))
  add(device, 'revoke', 'end the key for good, and remove its file').action(telling(revoke))
}

function addRequestCommands(device: Command): void {
  add(device, 'inbox', 'what waits for an answer')
    .option('--watch', 'follow it until Ctrl+C; with --json a line at every change')
    .action(telling(showInbox))
  add(device, 'approve', 'answer a request with yes')
    .argument('<request>', 'as the inbox shows it, or the link of a sign-in')
    .option('--number <digits>', 'the two digits that the application shows')
    .option('--claim <name=value>', 'something to share, again for more', readClaim)
    .action(telling(approve))
  add(device, 'deny', 'answer a request with no').argument('<request>').action(telling(deny))
}

function addEnrolmentCommands(device: Command): void {
  addStored(device, 'enrol', 'be the second factor of a user')
    .argument('<link>', 'the link that the application shows, or its code')
    .option('--twofactor <url>', 'default: the two-factor service of the settings')
    .option('--name <text>')
    .action(telling(enrol))
  addStored(device, 'code', 'the codes that are good now').action(telling(showCodes))
}

function add(device: Command, name: string, description: string): Command {
  return addStored(device, name, description).option(
    '--issuer <url>',
    'default: the issuer of the settings, or the one that the device was made with',
  )
}

function addStored(device: Command, name: string, description: string): Command {
  return device
    .command(name)
    .description(description)
    .option('--file <path>', 'where the device is kept (default: device.json in the data folder)')
    .option('--json')
}

function readClaim(text: string, claims: Claims = new Map()): Claims {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('Write it as name=value.')
  return new Map([...claims, [text.slice(0, at), text.slice(at + 1)]])
}

/** A service's refusal ends a command with the service's own text. */
function telling<A extends unknown[]>(command: (...args: A) => Promise<void>): (...args: A) => Promise<void> {
  return async (...args) => {
    try {
      await command(...args)
    } catch (error) {
      throw error instanceof Refusal ? tellRefusal(error) : error
    }
  }
}
