import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket, Server as TcpServer } from 'node:net'

export type Receiver = {
  port: number
  /** Connections ever accepted, requests ever read, bytes read on closed connections, most connections open at once. */
  seen: { connections: number; requests: number; bytes: number; peak: number }
  /** Resolves when no connection is open. */
  idle(): Promise<void>
  close(): Promise<void>
}

export async function startReceiver(
  answer: RequestListener,
  host = '127.0.0.1',
  port = 0,
): Promise<Receiver> {
  return watch(createServer(answer), host, port)
}

export async function watch(server: Server | TcpServer, host = '127.0.0.1', port = 0): Promise<Receiver> {
  const open = new Set<Socket>()
  const seen = { connections: 0, requests: 0, bytes: 0, peak: 0 }
  let onIdle: (() => void)[] = []
  server.on('connection', (socket: Socket) => {
    seen.connections += 1
    open.add(socket)
    seen.peak = Math.max(seen.peak, open.size)
    socket.on('error', () => {})
    socket.on('close', () => {
      open.delete(socket)
      seen.bytes += socket.bytesRead
      if (open.size > 0) return
      for (const resolve of onIdle) resolve()
      onIdle = []
    })
  })
  server.on('request', () => {
    seen.requests += 1
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    seen,
    idle: () => (open.size === 0 ? Promise.resolve() : new Promise((resolve) => onIdle.push(resolve))),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of open) socket.destroy()
      }),
  }
}
