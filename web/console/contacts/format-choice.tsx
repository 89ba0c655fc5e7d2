import { SelectInput } from '../../ui/inputs/inputs.tsx'
import type { Encoding } from './csv/decode.ts'
import type { Delimiter } from './csv/parse.ts'
import { text } from './texts.ts'

const delimiterNames = {
  ',': 'delimiterComma',
  ';': 'delimiterSemicolon',
  '\t': 'delimiterTab',
  '|': 'delimiterBar',
} as const satisfies Record<Delimiter, string>

const encodings: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
}

type FormatChoiceProps = {
  delimiter: Delimiter
  encoding: Encoding
  isHeaded: boolean
  onDelimiter: (delimiter: Delimiter) => void
  onEncoding: (encoding: Encoding) => void
  onHeaded: (isHeaded: boolean) => void
}

/** The guessed file format, for correction. */
export function FormatChoice(props: FormatChoiceProps) {
  const { delimiter, encoding, isHeaded, onDelimiter, onEncoding, onHeaded } = props
  return (
    <div class="import-format">
      <SelectInput
        label={text('delimiter')}
        value={delimiter}
        onChange={onDelimiter}
        choices={(Object.keys(delimiterNames) as Delimiter[]).map((sign) => ({
          value: sign,
          label: text(delimiterNames[sign]),
        }))}
      />
      <SelectInput
        label={text('encoding')}
        help={text('encodingHelp')}
        value={encoding}
        onChange={onEncoding}
        choices={(Object.keys(encodings) as Encoding[]).map((value) => ({ value, label: encodings[value] }))}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={isHeaded}
          onChange={(event) => onHeaded(event.currentTarget.checked)}
        />
        {text('headings')}
      </label>
    </div>
  )
}
