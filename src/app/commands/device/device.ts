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
    .description('an authenticator for the command line, for development; it talks to a running server')
  addKeyCommands(device)
  addRequestCommands(device)
  addEnrolmentCommands(device)
}

function addKeyCommands(device: Command): void {
  add(device, 'create', 'create an identity').option('--name <text>').action(telling(create))
  add(device, 'show', 'show the identity and what the server knows about it').action(telling(show))
  add(device, 'verify', 'send a code to an address, to verify it')
    .option('--email <address>')
    .addOption(new Option('--phone <number>').conflicts('email'))
    .action(telling(verify))
  add(device, 'confirm', 'enter the code that was sent').arguments('<job> <code>').action(telling(confirm))
  add(device, 'block', 'block requests from an application')
    .addArgument(fingerprintArgument())
    .action(telling(block))
  add(device, 'unblock', 'unblock an application').addArgument(fingerprintArgument()).action(telling(unblock))
  add(device, 'rotate', 'replace the key with a new one').action(telling(rotate))
  add(device, 'revoke', 'revoke the key permanently, and delete its file').action(telling(revoke))
}

function addRequestCommands(device: Command): void {
  add(device, 'inbox', 'show requests that await an answer')
    .option('--watch', 'keep watching until Ctrl+C; with --json one line per change')
    .action(telling(showInbox))
  add(device, 'approve', 'approve a request')
    .argument('<request>', 'as the inbox shows it, or the link of a sign-in')
    .option('--number <digits>', 'the two digits that the application shows')
    .option('--claim <name=value>', 'a detail to share; repeat the option for more', readClaim)
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
    .option('--file <path>', 'where the device is stored (default: device.json in the data folder)')
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
