import type { Command } from 'commander'
import type { Context } from '../../../kernel/context.ts'
import type { Config } from '../../config/config.ts'
import { print } from './output.ts'
import { withContext } from './with-context.ts'

export type Opened = { context: Context; config: Config }
/** What a command prints: `answer` with `--json`, otherwise `text`. */
export type Printed = { answer: object; text: string }

type Work<A extends unknown[]> = (opened: Opened, ...args: A) => Promise<Printed>
/** Adds a command whose only option is `--json`. */
export function add(parent: Command, name: string, description: string): Command {
  return parent.command(name).description(description).option('--json')
}

/** An action that opens the server's database for the command's work, and prints what it returns. */
export function answering<A extends unknown[]>(work: Work<A>) {
  return function (this: Command, ...args: A): Promise<void> {
    return withContext(async (context, config) => {
      const { answer, text } = await work({ context, config }, ...args)
      print(answer, text, this.opts())
    })
  }
}
