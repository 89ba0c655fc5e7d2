import { useEffect, useState } from 'preact/hooks'
import { labelOf } from '../../../../src/client/device/speaker.ts'
import { issuer } from '../../base/services.ts'

type Standing = 'unknown' | 'live' | 'revoked'

/** The status of a key at the issuer: it may have been revoked by another device or by a code sent by e-mail. */
export function useStanding(id: string) {
  const [standing, setStanding] = useState<Standing>('unknown')
  useEffect(() => {
    const controller = new AbortController()
    issuer.getKey({ params: { PK: id }, signal: controller.signal }).then(
      () => setStanding('live'),
      (error: unknown) => {
        if (labelOf(error) === 'revoked-key') setStanding('revoked')
      },
    )
    return () => controller.abort()
  }, [id])
  return [standing, setStanding] as const
}
