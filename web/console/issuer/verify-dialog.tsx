import { ActionDialog } from '../../ui/dialogs/action-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { issuer } from '../base/services.ts'
import { Code, Facts } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { failureText } from '../identity/work.ts'
import type { NamedApplication } from './named-application.ts'

/** Verifies the name of an application as shown here, or withdraws that. */
export function VerifyDialog({ of: application, onClose }: { of: NamedApplication; onClose: () => void }) {
  const { fingerprint, name, origins, verified } = application
  const params = { fingerprint }
  const decide = async () => {
    if (verified) await issuer.withdrawApplication({ params })
    else await issuer.verifyApplication({ params, body: { name: name ?? '' } })
    showToast(text(verified ? 'withdrawn' : 'nameVerified'))
  }
  return (
    <ActionDialog
      title={text(verified ? 'withdrawTitle' : 'verifyTitle')}
      yes={text(verified ? 'withdraw' : 'verifyName')}
      act={decide}
      tell={failureText}
      onClose={onClose}
    >
      <Facts
        rows={[
          [text('name'), <bdi>{name}</bdi>],
          [text('fingerprint'), <Code value={fingerprint} />],
          [text('origins'), <bdi>{origins.join(', ') || '–'}</bdi>],
        ]}
      />
      <p>{text(verified ? 'withdrawLead' : 'verifyLead')}</p>
    </ActionDialog>
  )
}
