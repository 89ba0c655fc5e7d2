import { useState } from 'preact/hooks'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../../ui/dialogs/dialog-actions.tsx'
import type { Conflict } from '../../../ui/record-form/changes.ts'
import { text } from '../base/texts.ts'

type ConflictDialogProps = {
  conflicts: readonly Conflict[]
  /** Members that only the other person changed. */
  taken: readonly string[]
  /** The label of a member on the screen. */
  nameOf: (member: string) => string
  onClose: () => void
  /** Called with the members to take from the other person's version. */
  onResolve: (members: readonly string[]) => void
}

/** Shown if two people changed the same record: no input is lost, and nothing is overwritten unseen. */
export function ConflictDialog({ conflicts, taken, nameOf, onClose, onResolve }: ConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set())
  const choose = (name: string, isTheirs: boolean) => {
    const next = new Set(theirs)
    if (isTheirs) next.add(name)
    else next.delete(name)
    setTheirs(next)
  }
  return (
    <Dialog title={text('conflictTitle')} onClose={onClose}>
      <p>{text('conflictLead')}</p>
      {taken.length > 0 && (
        <p class="soft">{text('conflictTaken', { members: taken.map(nameOf).join(', ') })}</p>
      )}
      {conflicts.map((conflict) => (
        <Choice
          key={conflict.name}
          conflict={conflict}
          label={nameOf(conflict.name)}
          isTheirs={theirs.has(conflict.name)}
          onChoose={(isTheirs) => choose(conflict.name, isTheirs)}
        />
      ))}
      <DialogActions
        yes={text('conflictSave')}
        onYes={() => onResolve([...taken, ...theirs])}
        onClose={onClose}
      />
    </Dialog>
  )
}

type ChoiceProps = {
  conflict: Conflict
  label: string
  isTheirs: boolean
  onChoose: (isTheirs: boolean) => void
}

function Choice({ conflict: { name, mine, theirs }, label, isTheirs, onChoose }: ChoiceProps) {
  const side = (whose: string, value: unknown, isChosen: boolean, onPick: () => void) => (
    <label class={isChosen ? 'version chosen' : 'version'}>
      <input type="radio" name={`conflict-${name}`} checked={isChosen} onChange={onPick} />
      <span>
        <strong>{whose}</strong>
        <bdi class="clip-2">{shown(value)}</bdi>
      </span>
    </label>
  )
  return (
    <fieldset class="versions">
      <legend>{label}</legend>
      {side(text('conflictMine'), mine, !isTheirs, () => onChoose(false))}
      {side(text('conflictTheirs'), theirs, isTheirs, () => onChoose(true))}
    </fieldset>
  )
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return text('nothing')
  if (typeof value === 'boolean') return text(value ? 'yes' : 'no')
  if (typeof value !== 'object') return String(value)
  const values = Object.values(value).map(shown)
  return values.length === 0 ? text('nothing') : values.join(', ')
}
