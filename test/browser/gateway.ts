import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

type Gateway = {
  readonly url: string
  /** From now on the app is another build: its page says so, its worker differs, and files of the old one are gone. */
  release(version: string): void
  close(): Promise<void>
}

/** Stands in front of a server and can put a newer version of the authenticator in place of the one that is built. */
export async function openGateway(target: string): Promise<Gateway> {
  let version: string | undefined
  const gateway = createServer((incoming, outgoing) => {
    const { method, url = '/' } = incoming
    const path = version === undefined ? url : pathOfRelease(url, version)
    if (path === undefined) return void outgoing.writeHead(404).end()
    // What the browser has may be of another version.
    const { 'if-none-match': _known, ...asked } = incoming.headers
    const headers = { ...asked, 'accept-encoding': 'identity' }
    const onward = request(target + path, { ...(method && { method }), headers }, (answer) => {
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

/** A file of a build, named after its contents. */
const FILE = /\b(main|part)-(?=[A-Z0-9]{8}\.(?:js|css))/g

/** Undefined if the release has no such file: a server has those of one build only. */
function pathOfRelease(path: string, version: string): string | undefined {
  if (!path.startsWith('/authenticator/assets/')) return path
  return path.search(FILE) >= 0 ? undefined : path.replace(`-${version}-`, '-')
}

function change(body: Buffer, type: string, version: string): Buffer | string {
  const isPage = type.startsWith('text/html')
  if (!isPage && !type.startsWith('text/javascript')) return body
  const renamed = String(body).replace(FILE, `$1-${version}-`)
  if (isPage) return renamed.replace('<html ', `<html data-version="${version}" `)
  const isWorker = body.includes('lanyard-authenticator-')
  return isWorker ? renamed.replace(/"[0-9a-f]{8}"/, `"version-${version}"`) : renamed
}
