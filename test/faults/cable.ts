import { connect, createServer, type Socket } from 'node:net'

/** What connects a server with its PostgreSQL. */
export type Cable = {
  /** The address of PostgreSQL at this end. */
  readonly url: string
  /** Breaks every connection that goes through. */
  cut(): void
  /** Nothing goes through any more, and nobody is told. */
  block(): void
  unblock(): void
  remove(): Promise<void>
}

export async function layCable(postgresUrl: string): Promise<Cable> {
  const target = new URL(postgresUrl)
  const pairs = new Set<readonly [Socket, Socket]>()
  const near = createServer((socket) => {
    const far = connect(Number(target.port), target.hostname)
    const pair = [socket, far] as const
    pairs.add(pair)
    socket.pipe(far)
    far.pipe(socket)
    for (const end of pair) {
      end.on('error', () => {})
      end.on('close', () => {
        pairs.delete(pair)
        for (const other of pair) other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => near.listen(0, '127.0.0.1', resolve))
  const address = near.address()
  const url = new URL(postgresUrl)
  // The socket of the file system would lead around the cable.
  url.searchParams.delete('host')
  url.port = String(typeof address === 'object' ? address?.port : 0)
  const each = (work: (socket: Socket) => void) => [...pairs].flat().forEach(work)
  return {
    url: url.href,
    cut: () => each((socket) => socket.resetAndDestroy()),
    block: () => each((socket) => socket.unpipe().pause()),
    unblock: () => each((socket) => socket.destroy()),
    async remove() {
      each((socket) => socket.destroy())
      await new Promise((resolve) => near.close(resolve))
    },
  }
}
