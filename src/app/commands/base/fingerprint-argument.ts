import { Argument, type Command } from 'commander'
import { isFingerprint } from '../../../kernel/jwt/public-key.ts'

/** One in 64 fingerprints begins with a dash and would be read as an option: a space before it prevents that. */
export function shieldFingerprints(program: Command, argv: readonly string[]): string[] {
  const options = optionsWithValue(program)
  return argv.map((text, at) => {
    const isValue = options.has(argv[at - 1] ?? '')
    return text.startsWith('-') && isFingerprint(text) && !isValue ? ` ${text}` : text
  })
}

export function fingerprintArgument(): Argument {
  return new Argument('<fingerprint>').argParser((text) => text.trim())
}

function optionsWithValue(command: Command): Set<string> {
  const own = command.options.filter(({ required, optional }) => required || optional)
  const inner = command.commands.flatMap((each) => [...optionsWithValue(each)])
  return new Set([...own.flatMap(({ short, long }) => [short ?? '', long ?? '']), ...inner].filter(Boolean))
}
