import { useMemo } from 'preact/hooks'
import { Field } from '../../../ui/inputs/field.tsx'
import { ownZone } from '../../../ui/time/moment.tsx'
import { text } from './texts.ts'
import { groupZones } from './zones.ts'

type ZoneInputProps = { value: string; onChange: (value: string) => void; error?: string | undefined }

/** Chooses a time zone: the event's, the reader's own, UTC, or any other by region. */
export function ZoneInput({ value, onChange, error }: ZoneInputProps) {
  const groups = useMemo(() => groupZones(), [])
  const first = [...new Set([value, ownZone, 'UTC'])].filter((zone) => zone !== '')
  return (
    <Field label={text('timezone')} help={text('timezoneHelp')} error={error} required>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {first.map((zone) => (
            <option key={zone} value={zone}>
              {zone}
            </option>
          ))}
          {groups.map(({ region, zones }) => (
            <optgroup key={region} label={region}>
              {zones
                .filter(({ zone }) => !first.includes(zone))
                .map(({ zone, city }) => (
                  <option key={zone} value={zone}>
                    {city}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      )}
    </Field>
  )
}
