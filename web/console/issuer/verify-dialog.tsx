import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { showToast } from '../../ui/toast.tsx'
import { issuer } from '../base/services.ts'
import { Code, Facts, Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import type { NamedApplication } from './named-application.ts'

/** Verifies the name of an application as shown here, or withdraws that. */
export function VerifyDialog({ of: application, onClose }: { of: NamedApplication; onClose: () => void }) {
  const work = useWork()
  const { fingerprint, name, origins, verified } = application
  const params = { fingerprint }
  const decide = () =>
    work.run(async () => {
      if (verified) await issuer.withdrawApplication({ params })
      else await issuer.verifyApplication({ params, body: { name: name ?? '' } })
      showToast(text(verified ? 'withdrawn' : 'nameVerified'))
      onClose()
    })
  return (
    <Dialog title={text(verified ? 'withdrawTitle' : 'verifyTitle')} onClose={onClose}>
      <Facts
        rows={[
          [text('name'), <bdi>{name}</bdi>],
          [text('fingerprint'), <Code value={fingerprint} />],
          [text('origins'), <bdi>{origins.join(', ') || '–'}</bdi>],
        ]}
      />
      <p>{text(verified ? 'withdrawLead' : 'verifyLead')}</p>
      <Failure work={work} />
      <DialogActions
        yes={text(verified ? 'withdraw' : 'verifyName')}
        disabled={work.isBusy}
        onYes={decide}
        onClose={onClose}
      />
    </Dialog>
  )
}
