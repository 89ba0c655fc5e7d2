import type { TypeAnswer } from '../base/event-parts.ts'
import { text } from '../base/texts.ts'

type TypeChoiceProps = {
  types: readonly Pick<TypeAnswer, 'id' | 'name'>[]
  chosen: readonly string[]
  onChange: (ids: readonly string[]) => void
}

/** The types that something is for; choosing none means everyone. */
export function TypeChoice({ types, chosen, onChange }: TypeChoiceProps) {
  if (types.length === 0) return null
  const toggle = (id: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id))
  return (
    <fieldset class="checks">
      <legend>{text('forTypes')}</legend>
      <p class="help">{text('forTypesHelp')}</p>
      {types.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
          <bdi>{name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
