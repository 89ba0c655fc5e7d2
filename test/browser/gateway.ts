import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

type Gateway = {
  readonly url: string
  /** From now on the app is another build: its page says so, and its worker differs. */
  release(version: string): void
  close(): Promise<void>
}

/** Stands in front of a server and can put a newer version of the authenticator in place of the one that is built. */
export async function openGateway(target: string): Promise<Gateway> {
  let version: string | undefined
  const gateway = createServer((incoming, outgoing) => {
    const { method } = incoming
    // What the browser has may be of another version.
    const { 'if-none-match': _known, ...asked } = incoming.headers
    const headers = { ...asked, 'accept-encoding': 'identity' }
    const onward = request(target + incoming.url, { ...(method && { method }), headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const { 'content-length': _length, ...kept } = answer.headers
        const body = Buffer.concat(chunks)
        outgoing.writeHead(answer.statusCode ?? 502, kept)
        outgoing.end(version === undefined ? body : change(body, kept['content-type'] ?? '', version))
      })
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(gateway.address() as AddressInfo).port}`,
    release(next) {
      version = next
    },
    close: () =>
      new Promise((resolve) => {
        gateway.close(() => resolve())
        gateway.closeAllConnections()
      }),
  }
}

function change(body: Buffer, type: string, version: string): Buffer | string {
  if (type.startsWith('text/html')) return String(body).replace('<html ', `<html data-version="${version}" `)
  const isWorker = type.startsWith('text/javascript') && body.includes('lanyard-authenticator-')
  return isWorker ? String(body).replace(/"[0-9a-f]{8}"/, `"version-${version}"`) : body
}
