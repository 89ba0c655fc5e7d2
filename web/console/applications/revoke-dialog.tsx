import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import { consoleServer } from '../services.ts'
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
      <div class="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {uiText('cancel')}
        </Button>
        <Button look="primary" disabled={work.isBusy} onClick={revoke}>
          {text('revoke')}
        </Button>
      </div>
    </Dialog>
  )
}
