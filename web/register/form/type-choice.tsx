import { formText } from '../../ui/form/texts.ts'
import { ErrorNote } from '../../ui/inputs/field-notes.tsx'
import { formatTime } from '../base/dates.ts'
import { useEnhanced } from '../base/enhanced.ts'
import { text } from '../base/texts.ts'
import type { EventView, Places } from '../base/view.ts'

type TypeChoiceProps = {
  event: EventView
  places: Places
  chosen: string | null
  error: string | undefined
  onChange: (typeId: string) => void
}

/** Chooses a registration type. Without script, a button loads the form of the chosen type. */
export function TypeChoice({ event, places, chosen, error, onChange }: TypeChoiceProps) {
  const enhanced = useEnhanced()
  if (event.types.length < 2) return null
  return (
    <fieldset class="form-section types">
      <legend>{text('type')}</legend>
      {event.types.map((type) => (
        <label key={type.id} class="choice">
          <input
            type="radio"
            name="type"
            value={type.id}
            checked={type.id === chosen}
            disabled={!type.isOpen}
            onChange={() => onChange(type.id)}
          />
          <span>
            <bdi>{type.name}</bdi>{' '}
            <span class="mark">{noteOf(type, { event, left: leftOf(type, places) })}</span>
            {type.description && (
              <span class="soft">
                <bdi>{type.description}</bdi>
              </span>
            )}
          </span>
        </label>
      ))}
      <ErrorNote error={error} />
      {!enhanced && (
        <button class="button small" type="submit" name="action" value="type" formNoValidate>
          {text('typeShow')}
        </button>
      )}
    </fieldset>
  )
}

type Noted = { event: EventView; left: number | undefined }

/** If the event itself is full, free places of a type cannot be used. */
function leftOf({ id }: EventView['types'][number], { state, left }: Places): number | undefined {
  return state === 'open' ? left[id] : undefined
}

function noteOf({ isOpen, opensAt }: EventView['types'][number], { event, left }: Noted): string {
  if (!isOpen && opensAt !== null)
    return text('typeOpens', { time: formatTime('moment', event.timezone, [Date.parse(opensAt)]) })
  if (!isOpen) return text('typeNotOpen')
  if (left === undefined) return ''
  if (left > 0) return formText('left', { count: left })
  return event.waitlist ? text('stateWaiting') : formText('none')
}
