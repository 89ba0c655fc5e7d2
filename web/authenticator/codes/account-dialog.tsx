import { useEffect, useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { useLeave } from '../../ui/dialogs/leave.ts'
import { Form } from '../../ui/inputs/form.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { enrolments, removeAccount, saveAccount } from '../base/state.ts'
import { text } from '../base/texts.ts'
import type { CodeAccount } from '../store/records.ts'
import { nameOf } from './account-name.tsx'
import { endEnrolment } from './end-enrolment.ts'
import { NameFields } from './name-fields.tsx'

type AccountDialogProps = { account: CodeAccount; onClose: () => void }

/** Renames a code, or deletes it after confirmation. */
export function AccountDialog({ account, onClose }: AccountDialogProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <Dialog title={text(isAsking ? 'codesRemoveTitle' : 'codesEditTitle')} onClose={onClose}>
      {isAsking ? (
        <RemoveQuestion account={account} onClose={onClose} />
      ) : (
        <RenameForm account={account} onClose={onClose} onRemove={() => setAsking(true)} />
      )}
    </Dialog>
  )
}

function RenameForm({ account, onClose, onRemove }: AccountDialogProps & { onRemove: () => void }) {
  const [names, setNames] = useState({ issuer: account.issuer, label: account.label })
  const leave = useLeave(onClose)
  const save = async () => {
    await saveAccount({ ...account, issuer: names.issuer.trim(), label: names.label.trim() })
    onClose()
  }
  return (
    <Form onSubmit={() => void save()}>
      <NameFields names={names} onChange={setNames} />
      <p>
        <Button look="danger" size="small" onClick={onRemove}>
          {text('codesRemove')}
        </Button>
      </p>
      <div class="dialog-actions">
        <Button onClick={leave}>{uiText('cancel')}</Button>
        <Button look="primary" type="submit">
          {uiText('save')}
        </Button>
      </div>
    </Form>
  )
}

function RemoveQuestion({ account, onClose }: AccountDialogProps) {
  const [isBusy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => question.current?.focus(), [])
  const enrolment = enrolments.value.find(({ accountId }) => accountId === account.id)
  const leave = useLeave(onClose)
  const remove = async () => {
    setBusy(true)
    setFailed(false)
    try {
      if (enrolment !== undefined) await endEnrolment(enrolment)
      await removeAccount(account.id)
      showToast(text('codesRemoved'))
      onClose()
    } catch {
      setBusy(false)
      setFailed(true)
    }
  }
  return (
    <div ref={question} tabIndex={-1}>
      <p>
        <strong class="untrusted">{nameOf(account)}</strong>
      </p>
      <p>{text(enrolment === undefined ? 'codesRemoveLead' : 'codesRemoveEnrolled')}</p>
      <div role="alert">{failed && <p class="notice bad">{text('codesRemoveFailed')}</p>}</div>
      <div class="dialog-actions">
        <Button onClick={leave}>{uiText('cancel')}</Button>
        <Button look="danger" disabled={isBusy} onClick={() => void remove()}>
          {text('codesRemoveYes')}
        </Button>
      </div>
    </div>
  )
}
