import { useMemo } from 'preact/hooks'
import { TextInput } from '../../../ui/inputs/inputs.tsx'
import { isZone, listZones } from '../../../ui/time/zone-time.ts'
import { text } from './texts.ts'

type ZoneInputProps = { value: string; onChange: (value: string) => void; error?: string | undefined }

/** Input for any time zone, with suggestions while typing. */
export function ZoneInput({ value, onChange, error }: ZoneInputProps) {
  const zones = useMemo(listZones, [])
  const shown = value !== '' && !isZone(value) ? text('errorZone') : error
  return (
    <>
      <TextInput
        label={text('timezone')}
        help={text('timezoneHelp')}
        list="event-zones"
        value={value}
        maxLength={64}
        required
        error={shown}
        onChange={onChange}
      />
      <datalist id="event-zones">
        {zones.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  )
}
