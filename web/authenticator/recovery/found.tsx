import { useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { formatDate } from '../base/date.ts'
import { Page } from '../base/page.tsx'
import { addAccounts } from '../codes/add-accounts.ts'
import { tellFailure } from '../identity/base/failure.ts'
import { IdentityNames } from '../identity/base/identity-names.tsx'
import type { RecoveryContents, SavedIdentity } from './file/recovery-file.ts'
import { type Done, type Outcome, Outcomes } from './outcomes.tsx'
import { blockIdentity, isFinal, restoreIdentity } from './restore.ts'
import { recoveryText } from './texts.ts'

/** What is in the file, and what can be done with it. */
export function Found({ contents }: { contents: RecoveryContents }) {
  const [done, setDone] = useState<Done>()
  const { isBusy, failure, run } = useAction(tellFailure)
  const { identities, codes, made } = contents
  const restore = async () => {
    await addAccounts(codes)
    const outcomes = await forEach(identities, (saved) => restoreIdentity(saved, made))
    setDone({ isBlock: false, outcomes })
  }
  const block = async () => setDone({ isBlock: true, outcomes: await forEach(identities, blockIdentity) })
  if (done !== undefined)
    return <Outcomes {...{ contents, done, isBusy }} onRetry={() => run(done.isBlock ? block : restore)} />
  const hasIdentities = identities.length > 0
  return (
    <Page
      title={recoveryText('foundTitle')}
      lead={recoveryText(hasIdentities ? 'foundLead' : 'foundCodesLead', { date: formatDate(made) })}
    >
      <ul class="list">
        <IdentityNames identities={identities} />
        {codes.length > 0 && <li class="card">{recoveryText('foundCodes', { count: codes.length })}</li>}
      </ul>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <div class="actions">
        <Button look="primary" disabled={isBusy} onClick={() => run(restore)}>
          {recoveryText(isBusy ? 'restoring' : 'restore')}
        </Button>
        {hasIdentities && (
          <ConfirmButton
            look="quiet"
            isDangerous
            disabled={isBusy}
            title={recoveryText('block')}
            yes={recoveryText('blockYes')}
            onYes={() => run(block)}
          >
            {recoveryText('blockAsk')}
          </ConfirmButton>
        )}
      </div>
    </Page>
  )
}

/** One identity after the other; a failure does not stop the rest. */
async function forEach(
  identities: readonly SavedIdentity[],
  work: (saved: SavedIdentity) => Promise<'restored' | 'here' | 'blocked'>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const saved of identities)
    outcomes.push(
      await work(saved).then(
        (state) => ({ state }),
        (error: unknown) => ({
          state: 'failed',
          reason: isFinal(error) ? recoveryText('notAccepted') : tellFailure(error),
        }),
      ),
    )
  return outcomes
}
