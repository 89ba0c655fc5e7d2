import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { DialogForm } from '../../ui/dialogs/dialog-form.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer } from '../base/services.ts'
import { loadSession, me } from '../base/session.ts'
import { nameOf, type Operator } from './operator.ts'
import { RoleField } from './role-field.tsx'
import { text } from './texts.ts'

type RoleDialogProps = { operator: Operator; onChanged: () => void; onClose: () => void }

export function RoleDialog({ operator, onChanged, onClose }: RoleDialogProps) {
  const [role, setRole] = useState(operator.role)
  const { isBusy, failure, run } = useAction(problemText)
  const save = async () => {
    await consoleServer.changeOperator({ params: { operatorId: operator.id }, body: { role } })
    showToast(text('saved'))
    onClose()
    if (operator.id === me.value?.id) await loadSession()
    onChanged()
  }
  return (
    <DialogForm
      title={text('changeLabel', { name: nameOf(operator) })}
      disabled={isBusy}
      failure={failure}
      onSubmit={() => run(save)}
      onClose={onClose}
    >
      <RoleField role={role} onChange={setRole} />
    </DialogForm>
  )
}
