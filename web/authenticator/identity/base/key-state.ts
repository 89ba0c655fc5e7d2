import { useEffect, useState } from 'preact/hooks'
import { labelOf } from '../../../../src/client/device/speaker.ts'
import { issuer } from '../../base/services.ts'

type KeyState = 'unknown' | 'live' | 'revoked'

/** The status of a key at the issuer: it may have been revoked by another device or by a code sent by e-mail. */
export function useKeyState(id: string) {
  const [state, setState] = useState<KeyState>('unknown')
  useEffect(() => {
    const controller = new AbortController()
    issuer.getKey({ params: { PK: id }, signal: controller.signal }).then(
      () => setState('live'),
      (error: unknown) => {
        if (labelOf(error) === 'revoked-key') setState('revoked')
      },
    )
    return () => controller.abort()
  }, [id])
  return [state, setState] as const
}
