import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer } from '../base/services.ts'
import { text } from '../identity/texts.ts'
import { failureText } from '../identity/work.ts'
import type { Key } from './key.ts'

export function RevokeDialog({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const revoke = async () => {
    await consoleServer.revokeKey({ params: { keyId: key.id } })
    showToast(text('revoked'))
  }
  return (
    <ActionDialog
      title={text('revokeTitle')}
      yes={text('revoke')}
      act={revoke}
      tell={failureText}
      onClose={onClose}
    >
      <p>
        <bdi>{key.name}</bdi> <code>{key.hint}…</code>
      </p>
      <p>{text('revokeLead')}</p>
    </ActionDialog>
  )
}
