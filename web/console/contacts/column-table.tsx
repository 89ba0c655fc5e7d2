import { type Column, type Target, targets } from './csv/columns.ts'
import { text } from './texts.ts'

const targetNames = {
  email: 'email',
  firstName: 'firstName',
  lastName: 'lastName',
  fullName: 'fullName',
  company: 'company',
  title: 'jobTitle',
  phone: 'phone',
  countryCode: 'countryCode',
  language: 'language',
  status: 'status',
  externalId: 'externalId',
  custom: 'custom',
  ignore: 'ignore',
} as const satisfies Record<Target, string>

type ColumnTableProps = {
  columns: readonly Column[]
  example: readonly string[]
  onChange: (columns: readonly Column[]) => void
}

/** The meaning of each column. A meaning can belong to one column only: choosing it again moves it. */
export function ColumnTable({ columns, example, onChange }: ColumnTableProps) {
  const choose = (at: number, target: Target) =>
    onChange(
      columns.map((column, index) => {
        if (index === at) return { ...column, target }
        const isTaken = column.target === target && target !== 'custom' && target !== 'ignore'
        return isTaken ? { ...column, target: 'ignore' as const } : column
      }),
    )
  return (
    <fieldset class="import-columns">
      <legend>{text('columnsTitle')}</legend>
      <p class="help">{text('columnsHelp')}</p>
      <ul>
        {columns.map(({ heading, target }, at) => (
          <li key={at}>
            <label>
              <bdi>{heading === '' ? text('column', { number: String(at + 1) }) : heading}</bdi>
              <select
                class="input"
                value={target}
                onChange={(event) => choose(at, event.currentTarget.value as Target)}
              >
                {targets
                  .filter((name) => name !== 'custom' || heading !== '')
                  .map((name) => (
                    <option key={name} value={name}>
                      {text(targetNames[name])}
                    </option>
                  ))}
              </select>
            </label>
            <bdi class="soft clip">{example[at]}</bdi>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
