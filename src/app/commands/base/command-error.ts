/** Ends a command with one line on standard error and a status that is not zero. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
