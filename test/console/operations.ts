import type { TestOperator } from '../console.ts'
import { operatorOf } from '../console.ts'
import type { RunningApp } from '../harness.ts'
import { consoleOf } from './wire.ts'

type Client = ReturnType<typeof consoleOf>
type Options = Parameters<typeof operatorOf>[1]

/** An operator who has signed in, and their way to the console's own API. */
export async function signedIn(
  running: RunningApp,
  options: Options = {},
): Promise<{ operator: TestOperator; api: Client }> {
  const operator = await operatorOf(running, options)
  return { operator, api: consoleOf(running, operator.headers) }
}

let names = 0

/** A name that no other test uses. */
export function newName(word: string): string {
  return `${word} ${++names}`
}
