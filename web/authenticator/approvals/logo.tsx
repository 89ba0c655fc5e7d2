import { useState } from 'preact/hooks'
import { twofactorUrl } from '../base/services.ts'
import { chooseLogo, type ShownApproval } from './approval.ts'

/** The server fetches the picture: loading it from its own address would reveal where the user is. */
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
