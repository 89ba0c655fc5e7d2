import { TextInput } from '../../ui/inputs/inputs.tsx'
import { text } from '../base/texts.ts'

type Names = { readonly issuer: string; readonly label: string }

/** Inputs for the name of a code. */
export function NameFields({ names, onChange }: { names: Names; onChange: (names: Names) => void }) {
  const input = (member: keyof Names, label: string, help?: string) => (
    <TextInput
      label={label}
      help={help}
      maxLength={200}
      value={names[member]}
      onChange={(next) => onChange({ ...names, [member]: next })}
    />
  )
  return (
    <>
      {input('issuer', text('codesIssuer'), text('codesIssuerHelp'))}
      {input('label', text('codesLabel'), text('codesLabelHelp'))}
    </>
  )
}
