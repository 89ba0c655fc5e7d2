import { fromBase64url, toBase64url } from '../../../../src/client/device/base64url.ts'
import { pathTo } from '../../base/place.ts'
import type { OtherDevice } from '../../store/records.ts'

type Brought = Pick<OtherDevice, 'id' | 'name' | 'secret'>

/** A link with the secret that revokes this key, for another device. In the fragment, it never reaches a server. */
export function pairingLink({ id, name, secret }: Brought): string {
  const bytes = new TextEncoder().encode(JSON.stringify([id, secret, name]))
  return `${location.origin}${pathTo('/')}#/device/${toBase64url(bytes)}`
}

export function readPairing(value: string): Brought | undefined {
  try {
    const parts: unknown = JSON.parse(new TextDecoder().decode(fromBase64url(value)))
    const [id, secret, name] = Array.isArray(parts) ? parts.map(String) : []
    if (id === undefined || secret === undefined || name === undefined || !/^[\w-]{43}$/.test(id))
      return undefined
    return { id, secret, name: name.slice(0, 100) }
  } catch {
    return undefined
  }
}
