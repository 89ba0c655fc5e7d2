import { useEffect, useState } from 'preact/hooks'
import { labelOf, successorOf } from '../../../../src/client/device/speaker.ts'
import { issuer } from '../../base/services.ts'

/** `moved`: another key has taken over. */
type KeyState = 'unknown' | 'live' | 'revoked' | 'moved'

/** The status of a key at the issuer: it may have been revoked by another device or by a code sent by e-mail. */
export function useKeyState(id: string) {
  const [state, setState] = useState<KeyState>('unknown')
  useEffect(() => {
    const controller = new AbortController()
    issuer.getKey({ params: { PK: id }, signal: controller.signal }).then(
      () => setState('live'),
      (error: unknown) => {
        if (labelOf(error) === 'revoked-key') setState(successorOf(error) === undefined ? 'revoked' : 'moved')
      },
    )
    return () => controller.abort()
  }, [id])
  return [state, setState] as const
}
