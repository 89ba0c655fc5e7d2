import { BackupError } from './backup-error.ts'

/** Far larger than any row that this program writes. */
const mostLineBytes = 64 * 1024 * 1024
const newline = 10

/** Splits bytes into lines with their line ends, and yields as many at a time as a piece completes. */
export async function* splitLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer[]> {
  let waiting: Uint8Array[] = []
  let waitingBytes = 0
  for await (const piece of bytes) {
    const lines: Buffer[] = []
    let start = 0
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, start)) {
      lines.push(Buffer.concat([...waiting, piece.subarray(start, at + 1)]))
      waiting = []
      waitingBytes = 0
      start = at + 1
    }
    waiting.push(piece.subarray(start))
    waitingBytes += piece.length - start
    if (waitingBytes > mostLineBytes) throw new BackupError('is not a Lanyard backup')
    yield lines
  }
  if (waitingBytes > 0) throw new BackupError('is cut off')
}
