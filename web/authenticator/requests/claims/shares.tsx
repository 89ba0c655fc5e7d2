import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { text } from '../../base/texts.ts'
import type { Identity } from '../../store/records.ts'
import { ClaimList } from './claim-list.tsx'
import { claimNames } from './claim-name.ts'
import { type AskedClaim, collectClaims, type Entry, firstEntry } from './claims.ts'

/** So many claims fit on a phone together with the number and the buttons. */
const FEW = 2

type SharesProps = {
  asked: readonly AskedClaim[]
  entries: ReadonlyMap<string, Entry>
  /** The claim without a value. */
  missing: string | undefined
  identity: Identity
  onChange: (name: string, entry: Entry) => void
}

/** What the person shares: a list to choose from, or one line if there is little to decide. */
export function Shares(props: SharesProps) {
  const { asked, entries, missing } = props
  const [isOpen, setOpen] = useState(asked.length <= FEW || 'missing' in collectClaims(asked, entries))
  if (asked.length > 0 && (isOpen || missing !== undefined)) return <ClaimList {...props} />
  const shared = asked.filter((claim) => (entries.get(claim.name) ?? firstEntry(claim)).shared)
  return (
    <div class="shares">
      <p>
        {shared.length === 0
          ? text('requestSharesNothing')
          : text('requestSharesLine', { claims: claimNames(shared.map(({ name }) => name)) })}
      </p>
      {asked.length > 0 && (
        <Button size="small" expanded={false} onClick={() => setOpen(true)}>
          {text('requestSharesChange')}
        </Button>
      )}
    </div>
  )
}
