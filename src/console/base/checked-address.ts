import { Fault } from '../../kernel/base/fault.ts'
import type { Console } from './console.ts'

/** The server refuses to call what it may not reach: better when the address is given than at the first call. */
export function checkAddress({ server }: Console, url: string, pointer: string): void {
  try {
    server.checkAddress(url)
  } catch (cause) {
    const message = 'is not an address that this server may call'
    throw new Fault('invalid', {
      detail: `${pointer} ${message}`,
      errors: [{ pointer, code: 'address', message }],
      cause,
    })
  }
}
