import { useAnswer } from '../../ui/ask.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { uiText } from '../../ui/texts.ts'
import { twofactor } from '../base/services.ts'
import { Facts, When } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'

type ApprovalDialogProps = { applicationId: string; approvalId: string; onClose: () => void }

/** One approval, with what the user was shown. */
export function ApprovalDialog({ applicationId, approvalId, onClose }: ApprovalDialogProps) {
  const params = { applicationId, approvalId }
  const { loaded } = useAnswer(`approval ${approvalId}`, (signal) =>
    twofactor.getApproval({ params, signal }),
  )
  return (
    <Dialog title={text('approval')} onClose={onClose}>
      <Await loaded={loaded}>
        {(approval) => (
          <>
            <p>
              <bdi>{approval.message}</bdi>
            </p>
            <Facts
              rows={[
                ...approval.details.map(({ name, value }) => [name, <bdi key={name}>{value}</bdi>] as const),
                [text('asked'), <When at={approval.createdAt} />],
                [text('answered'), <When at={approval.processedAt} />],
                [text('answeredBy'), <bdi>{approval.device ?? '–'}</bdi>],
                [text('ends'), <When at={approval.expiresAt} />],
                [text('numberMatching'), text(approval.numberMatching ? 'yes' : 'no')],
              ]}
            />
            {approval.hiddenDetails > 0 && (
              <p class="id-soft">{text('hiddenDetails', { count: approval.hiddenDetails })}</p>
            )}
          </>
        )}
      </Await>
      <div class="dialog-actions">
        <Button onClick={onClose}>{uiText('close')}</Button>
      </div>
    </Dialog>
  )
}
