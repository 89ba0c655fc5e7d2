import { Field } from '../../ui/field.tsx'
import { text } from '../texts.ts'

type Names = { readonly issuer: string; readonly label: string }

/** What a code is called. */
export function NameFields({ names, onChange }: { names: Names; onChange: (names: Names) => void }) {
  const input = (member: keyof Names, label: string, help?: string) => (
    <Field label={label} help={help}>
      {(control) => (
        <input
          {...control}
          autocomplete="off"
          dir="auto"
          maxLength={200}
          value={names[member]}
          onInput={(event) => onChange({ ...names, [member]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
  return (
    <>
      {input('issuer', text('codesIssuer'), text('codesIssuerHelp'))}
      {input('label', text('codesLabel'), text('codesLabelHelp'))}
    </>
  )
}
