import { NumberInput } from '../../../ui/inputs/inputs.tsx'
import type { Saving } from '../base/saving.ts'
import { text } from '../base/texts.ts'
import type { FormParts } from './form-parts.ts'
import type { Builder } from './use-builder.ts'

type FormRulesProps = { builder: Builder; parts: FormParts; saving: Saving }

/** Form settings besides fields: option groups, and how many sessions to choose. */
export function FormRules({ builder: { draft, apply }, parts, saving }: FormRulesProps) {
  const toggle = (id: string, isChosen: boolean) => {
    const rest = draft.optionGroupIds.filter((one) => one !== id)
    apply({ kind: 'set', members: { optionGroupIds: isChosen ? [...rest, id] : rest } })
  }
  return (
    <>
      {parts.groups.length > 0 && (
        <fieldset class="checks">
          <legend>{text('formGroups')}</legend>
          <p class="help">{text('formGroupsHelp')}</p>
          {parts.groups.map(({ id, name }) => (
            <label key={id}>
              <input
                type="checkbox"
                checked={draft.optionGroupIds.includes(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
              <bdi>{name}</bdi>
            </label>
          ))}
        </fieldset>
      )}
      {parts.hasSessions && (
        <div class="pair">
          <NumberInput
            label={text('sessionsMin')}
            value={draft.sessionMin}
            error={saving.errorAt('/sessionSelection/min')}
            onChange={(sessionMin) => apply({ kind: 'set', members: { sessionMin } })}
          />
          <NumberInput
            label={text('sessionsMax')}
            help={text('emptyNoLimit')}
            value={draft.sessionMax}
            error={saving.errorAt('/sessionSelection/max')}
            onChange={(sessionMax) => apply({ kind: 'set', members: { sessionMax } })}
          />
        </div>
      )}
    </>
  )
}
