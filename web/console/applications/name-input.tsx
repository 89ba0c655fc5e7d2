import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../identity/texts.ts'
import type { Work } from '../identity/work.ts'

type NameInputProps = { help: string; work: Work; value: string; onChange: (name: string) => void }

/** Input for the name of an application or key. */
export function NameInput({ help, work, value, onChange }: NameInputProps) {
  return (
    <TextInput
      label={text('name')}
      help={help}
      error={work.errorAt('/name')}
      required
      maxLength={200}
      value={value}
      onChange={onChange}
    />
  )
}
