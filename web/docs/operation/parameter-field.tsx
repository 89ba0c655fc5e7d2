import { SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
import type { Parameter, Schema } from '../base/document.ts'
import { text } from '../base/texts.ts'
import { placeTexts } from './parameters.tsx'

type ParameterFieldProps = { parameter: Parameter; value: string; onChange: (value: string) => void }

export function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const choices = choicesOf(parameter.schema)
  const field = {
    label: (
      <>
        <code>{parameter.name}</code> <span class="mark">{text(placeTexts[parameter.in])}</span>
      </>
    ),
    required: parameter.required ?? false,
    value,
    onChange,
  }
  if (choices === undefined) return <TextInput {...field} spellcheck={false} />
  return (
    <SelectInput {...field} choices={['', ...choices].map((choice) => ({ value: choice, label: choice }))} />
  )
}

function choicesOf(schema: Schema): string[] | undefined {
  if (schema.type === 'boolean') return ['true', 'false']
  const constants = schema.anyOf?.map((part) => part.const) ?? []
  const values =
    schema.enum ?? (constants.length > 0 && !constants.includes(undefined) ? constants : undefined)
  return values?.map(String)
}
