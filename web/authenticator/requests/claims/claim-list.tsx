import { useId } from 'preact/hooks'
import { Badge } from '../../../ui/badge.tsx'
import { TextInput } from '../../../ui/inputs/inputs.tsx'
import { pathTo } from '../../base/place.ts'
import { text } from '../../base/texts.ts'
import type { Identity } from '../../store/records.ts'
import { claimName } from './claim-name.ts'
import { type AskedClaim, type Entry, firstEntry } from './claims.ts'

type ClaimListProps = {
  asked: readonly AskedClaim[]
  entries: ReadonlyMap<string, Entry>
  /** The claim without a value. */
  missing: string | undefined
  identity: Identity
  onChange: (name: string, entry: Entry) => void
}

/** Lists the claims to be shared. */
export function ClaimList({ asked, entries, missing, identity, onChange }: ClaimListProps) {
  return (
    <fieldset class="claims">
      <legend>{text('requestShares')}</legend>
      <ul>
        {asked.map((claim) => (
          <li key={claim.name}>
            <Claim
              claim={claim}
              entry={entries.get(claim.name) ?? firstEntry(claim)}
              isMissing={missing === claim.name}
              identity={identity}
              onChange={(entry) => onChange(claim.name, entry)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

type ClaimProps = {
  claim: AskedClaim
  entry: Entry
  isMissing: boolean
  identity: Identity
  onChange: (entry: Entry) => void
}

function Claim({ claim, entry, isMissing, identity, onChange }: ClaimProps) {
  const id = useId()
  const { name, required, proof } = claim
  const isShared = required || entry.shared
  return (
    <>
      <div class="claim-head">
        <input
          id={id}
          type="checkbox"
          checked={isShared}
          disabled={required}
          onChange={(event) => onChange({ ...entry, shared: event.currentTarget.checked })}
        />
        <label for={id}>
          <bdi class="foreign">{claimName(name)}</bdi>
        </label>
        {required ? <Badge>{text('requestRequired')}</Badge> : <small>{text('requestOptional')}</small>}
      </div>
      {isShared && proof !== undefined && (
        <p class="claim-value">
          <bdi class="foreign">{proof.value}</bdi> <Badge tone="good">{text('requestProven')}</Badge>
        </p>
      )}
      {isShared && proof === undefined && (
        <ClaimValue
          name={name}
          value={entry.value}
          isMissing={isMissing}
          identity={identity}
          onInput={(value) => onChange({ ...entry, value })}
        />
      )}
    </>
  )
}

type ClaimValueProps = {
  name: string
  value: string
  isMissing: boolean
  identity: Identity
  onInput: (value: string) => void
}

/** An address may be shared unverified, which the application is told, or verified first. */
function ClaimValue({ name, value, isMissing, identity, onInput }: ClaimValueProps) {
  const isAddress = name === 'email' || name === 'phone'
  const help = isAddress && (
    <>
      {text('requestUnproven')} <a href={pathTo(`/identities/${identity.id}`)}>{text('requestProve')}</a>
    </>
  )
  return (
    <TextInput
      label={<span class="visually-hidden">{text('requestValue', { claim: claimName(name) })}</span>}
      help={help}
      error={isMissing ? text('requestValueNeeded') : undefined}
      inputMode={name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text'}
      maxLength={500}
      value={value}
      onChange={onInput}
    />
  )
}
