import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer } from '../base/services.ts'
import { Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import type { Key } from './key.ts'

export function RevokeDialog({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const work = useWork()
  const revoke = () =>
    work.run(async () => {
      await consoleServer.revokeKey({ params: { keyId: key.id } })
      showToast(text('revoked'))
      onClose()
    })
  return (
    <Dialog title={text('revokeTitle')} onClose={onClose}>
      <p>
        <bdi>{key.name}</bdi> <code>{key.hint}…</code>
      </p>
      <p>{text('revokeLead')}</p>
      <Failure work={work} />
      <DialogActions yes={text('revoke')} disabled={work.isBusy} onYes={revoke} onClose={onClose} />
    </Dialog>
  )
}
