import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { problemOf } from '../../ui/problem.ts'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer } from '../services.ts'
import { loadSession, me } from '../session.ts'
import { nameOf, type Operator } from './operator.ts'
import { RoleField } from './role-field.tsx'
import { text } from './texts.ts'

type RoleDialogProps = { operator: Operator; onChanged: () => void; onClose: () => void }

export function RoleDialog({ operator, onChanged, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(operator.role)
  const { isBusy, failure, run } = useAction((error) => problemOf(error).detail)
  const save = async () => {
    await consoleServer.changeOperator({ params: { operatorId: operator.id }, body: { role } })
    showToast(text('saved'))
    onClose()
    if (operator.id === me.value?.id) await loadSession()
    onChanged()
  }
  return (
    <Dialog title={text('changeLabel', { name: nameOf(operator) })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          run(save)
        }}
      >
        <RoleField role={role} onChange={setRole} />
        {failure !== undefined && (
          <p class="notice bad" role="alert">
            {failure}
          </p>
        )}
        <div class="dialog-actions">
          <Button look="quiet" onClick={onClose}>
            {uiText('cancel')}
          </Button>
          <Button look="primary" type="submit" disabled={isBusy}>
            {text('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
