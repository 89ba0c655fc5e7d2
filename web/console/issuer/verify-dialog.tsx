import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { uiText } from '../../ui/texts.ts'
import { showToast } from '../../ui/toast.tsx'
import { Code, Facts, Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import { issuer } from '../services.ts'
import type { NamedApplication } from './named-application.ts'

/** Vouches for a name as it is shown here, or takes that back. */
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
          [text('name'), <bdi key="name">{name}</bdi>],
          [text('fingerprint'), <Code key="fingerprint" value={fingerprint} />],
          [text('origins'), <bdi key="origins">{origins.join(', ') || '–'}</bdi>],
        ]}
      />
      <p>{text(verified ? 'withdrawLead' : 'verifyLead')}</p>
      <Failure work={work} />
      <div class="dialog-actions">
        <Button look="quiet" onClick={onClose}>
          {uiText('cancel')}
        </Button>
        <Button look="primary" disabled={work.isBusy} onClick={decide}>
          {text(verified ? 'withdraw' : 'verifyName')}
        </Button>
      </div>
    </Dialog>
  )
}
