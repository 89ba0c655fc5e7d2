import { SelectInput } from '../../../ui/inputs/inputs.tsx'
import type { EventAnswer } from './event.ts'
import { text } from './texts.ts'

type Format = EventAnswer['format']
type FormatInputProps = { value: Format; onChange: (value: Format) => void; error?: string | undefined }

export function FormatInput(props: FormatInputProps) {
  return (
    <SelectInput
      {...props}
      label={text('format')}
      choices={[
        { value: 'in-person', label: text('formatInPerson') },
        { value: 'virtual', label: text('formatVirtual') },
        { value: 'hybrid', label: text('formatHybrid') },
      ]}
    />
  )
}
