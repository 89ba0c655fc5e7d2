import { SelectInput } from '../../ui/inputs/inputs.tsx'
import { isolate } from '../../ui/texts/isolate.ts'
import { identities } from '../base/state.ts'
import { text } from '../base/texts.ts'
import type { Identity } from '../store/records.ts'

type IdentityChoiceProps = {
  identity: Identity
  /** The request is for this identity only. */
  isFixed: boolean
  onPick: (id: string) => void
}

/** Chooses the identity that answers. */
export function IdentityChoice({ identity, isFixed, onPick }: IdentityChoiceProps) {
  const names = identities.value.map(({ name }) => name)
  const titleOf = ({ id, name }: Identity) => {
    const title = name === '' ? text('requestIdentityNameless') : name
    return names.filter((other) => other === name).length > 1
      ? `${isolate(title)} (${id.slice(0, 8)})`
      : title
  }
  if (isFixed || identities.value.length === 1)
    return (
      <p class="answering-as">
        {text('requestAs')} <bdi class="foreign">{titleOf(identity)}</bdi>
      </p>
    )
  return (
    <SelectInput
      label={text('requestAs')}
      value={identity.id}
      onChange={onPick}
      choices={identities.value.map((one) => ({ value: one.id, label: titleOf(one) }))}
    />
  )
}
