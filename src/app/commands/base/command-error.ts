/** Ends a command with one line on standard error and a non-zero status. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
}
