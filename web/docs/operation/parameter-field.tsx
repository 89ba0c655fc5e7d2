import { Field } from '../../ui/inputs/field.tsx'
import type { Parameter, Schema } from '../base/document.ts'
import { text } from '../base/texts.ts'
import { placeTexts } from './parameters.tsx'

type ParameterFieldProps = { parameter: Parameter; value: string; onChange: (value: string) => void }

export function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const choices = choicesOf(parameter.schema)
  return (
    <Field
      label={
        <>
          <code>{parameter.name}</code> <span class="mark">{text(placeTexts[parameter.in])}</span>
        </>
      }
      required={parameter.required ?? false}
    >
      {(control) =>
        choices === undefined ? (
          <input
            {...control}
            autocomplete="off"
            spellcheck={false}
            value={value}
            onInput={(event) => onChange(event.currentTarget.value)}
          />
        ) : (
          <select {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
            <option value="" />
            {choices.map((choice) => (
              <option key={choice}>{choice}</option>
            ))}
          </select>
        )
      }
    </Field>
  )
}

function choicesOf(schema: Schema): string[] | undefined {
  if (schema.type === 'boolean') return ['true', 'false']
  const constants = schema.anyOf?.map((part) => part.const) ?? []
  const values =
    schema.enum ?? (constants.length > 0 && !constants.includes(undefined) ? constants : undefined)
  return values?.map(String)
}
