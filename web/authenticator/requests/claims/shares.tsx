import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { text } from '../../base/texts.ts'
import type { Identity } from '../../store/records.ts'
import { ClaimList } from './claim-list.tsx'
import { claimNames } from './claim-name.ts'
import { type AskedClaim, collectClaims, type Entry, firstEntry } from './claims.ts'

/** So many lines fit on a phone together with the number and the buttons. A claim that asks for its value has two. */
const FEW_LINES = 3

type SharesProps = {
  asked: readonly AskedClaim[]
  entries: ReadonlyMap<string, Entry>
  /** Whether the same was asked at an earlier sign-in, and the entries are those of that time. */
  isKnown: boolean
  isChanged: boolean
  /** The claim without a value. */
  missing: string | undefined
  identity: Identity
  onChange: (name: string, entry: Entry) => void
}

/** What the person shares: a list to choose from, or one line if there is nothing new to decide. */
export function Shares({ isKnown, isChanged, ...list }: SharesProps) {
  const { asked, entries, missing } = list
  const [isWanted, setWanted] = useState(false)
  const [isLong] = useState(() => isTooLong(asked))
  const shared = asked.filter((claim) => (entries.get(claim.name) ?? firstEntry(claim)).shared)
  const isOpen = isWanted || missing !== undefined || !(isKnown || isLong)
  // The button that opened the list is gone, so the focus moves to the first choice.
  const opened = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isWanted) opened.current?.querySelector<HTMLInputElement>('input:enabled')?.focus()
  }, [isWanted])
  if (asked.length > 0 && isOpen)
    return (
      <div ref={opened}>
        <ClaimList {...list} />
      </div>
    )
  const isAgain = isKnown && !isChanged
  return (
    <div class="shares">
      <p>
        {shared.length === 0
          ? text('requestSharesNothing')
          : text(isAgain ? 'requestSharesLineAgain' : 'requestSharesLine', {
              claims: claimNames(shared.map(({ name }) => name)),
            })}
      </p>
      {asked.length > 0 && (
        <Button
          size="small"
          label={`${text('requestSharesChange')}: ${text('requestShares')}`}
          expanded={false}
          onClick={() => setWanted(true)}
        >
          {text('requestSharesChange')}
        </Button>
      )}
    </div>
  )
}

/** A long list starts folded, if what is required says enough: it has values, and there is something to name. */
function isTooLong(asked: readonly AskedClaim[]): boolean {
  const required = asked.filter(({ required }) => required)
  const lines = asked.length + required.filter(({ proof }) => proof === undefined).length
  return lines > FEW_LINES && required.length > 0 && !('missing' in collectClaims(asked, new Map()))
}
