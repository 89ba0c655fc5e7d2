import { useEffect, useRef, useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { Form } from '../../ui/inputs/form.tsx'
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
      <DialogActions onClose={onClose} />
    </Form>
  )
}

function RemoveQuestion({ account, onClose }: AccountDialogProps) {
  const { isBusy, failure, run } = useAction(() => text('codesRemoveFailed'))
  const question = useRef<HTMLDivElement>(null)
  useEffect(() => question.current?.focus(), [])
  const enrolment = enrolments.value.find(({ accountId }) => accountId === account.id)
  const remove = async () => {
    if (enrolment !== undefined) await endEnrolment(enrolment)
    await removeAccount(account.id)
    showToast(text('codesRemoved'))
    onClose()
  }
  return (
    <div ref={question} tabIndex={-1}>
      <p>
        <strong class="untrusted">{nameOf(account)}</strong>
      </p>
      <p>{text(enrolment === undefined ? 'codesRemoveLead' : 'codesRemoveEnrolled')}</p>
      <FailureNotice failure={failure} />
      <DialogActions
        yes={text('codesRemoveYes')}
        look="danger"
        disabled={isBusy}
        onYes={() => run(remove)}
        onClose={onClose}
      />
    </div>
  )
}
