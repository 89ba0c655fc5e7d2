import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** For whoever must know the port before it is listened on. */
export function findFreePort(): Promise<number> {
  const probe = createServer()
  return new Promise((resolve) => {
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
