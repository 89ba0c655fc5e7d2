import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import { text } from '../base/texts.ts'
import { fieldGroups } from '../filter/fields.ts'
import { usualColumns } from '../views/definition.ts'
import type { Column } from './columns.ts'

type ColumnChooserProps = {
  columns: readonly Column[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
  onClose: () => void
}

/** Chooses columns and their order: selected ones come first and can be moved. */
export function ColumnChooser({ columns, chosen, onChange, onClose }: ColumnChooserProps) {
  const [draft, setDraft] = useState(chosen)
  const labels = new Map(columns.map(({ id, label }) => [id, label]))
  const shown = draft.filter((id) => labels.has(id))
  const move = (at: number, by: 1 | -1) => {
    const next = [...shown]
    const [id] = next.splice(at, 1)
    if (id !== undefined) next.splice(at + by, 0, id)
    setDraft(next)
  }
  const flip = (id: string) =>
    setDraft(shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id])
  return (
    <Dialog title={text('columns')} onClose={onClose}>
      <ol class="column-order">
        {shown.map((id, at) => (
          <li key={id}>
            <bdi>{labels.get(id)}</bdi>
            <Button
              size="small"
              look="quiet"
              label={text('columnLeft', { name: labels.get(id) ?? id })}
              disabled={at === 0}
              onClick={() => move(at, -1)}
            >
              ↑
            </Button>
            <Button
              size="small"
              look="quiet"
              label={text('columnRight', { name: labels.get(id) ?? id })}
              disabled={at === shown.length - 1}
              onClick={() => move(at, 1)}
            >
              ↓
            </Button>
          </li>
        ))}
      </ol>
      {Object.entries(fieldGroups).map(([group, title]) => {
        const own = columns.filter((column) => column.group === group)
        return own.length === 0 ? null : (
          <fieldset key={group} class="column-group">
            <legend>{text(title)}</legend>
            {own.map(({ id, label }) => (
              <label key={id}>
                <input type="checkbox" checked={shown.includes(id)} onChange={() => flip(id)} />
                <bdi>{label}</bdi>
              </label>
            ))}
          </fieldset>
        )
      })}
      <DialogActions
        yes={text('columnsApply')}
        disabled={shown.length === 0}
        onYes={() => {
          onChange(shown)
          onClose()
        }}
        onClose={onClose}
      >
        <Button look="quiet" onClick={() => setDraft(usualColumns)}>
          {text('columnsUsual')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
