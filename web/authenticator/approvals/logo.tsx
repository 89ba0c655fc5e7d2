import { useState } from 'preact/hooks'
import { twofactorUrl } from '../base/services.ts'
import { chooseLogo, type ShownApproval } from './approval.ts'

/** Its own address is never asked: the server fetches the picture, so that nobody learns where the user is. */
export function Logo({ uuid, logos }: Pick<ShownApproval, 'uuid' | 'logos'>) {
  const [isMissing, setMissing] = useState(false)
  const at = chooseLogo(logos)
  if (at === undefined || isMissing) return null
  return (
    <img
      class="logo"
      alt=""
      src={`${twofactorUrl}/device/approvals/${uuid}/logos/${at}`}
      onError={() => setMissing(true)}
    />
  )
}
