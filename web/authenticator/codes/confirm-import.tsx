import type { NewAccount } from '../../../src/client/device/otpauth.ts'
import { Button } from '../../ui/button.tsx'
import { uiText } from '../../ui/texts.ts'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { AccountName } from './account-name.tsx'

type ConfirmImportProps = {
  accounts: readonly NewAccount[]
  onAdd: () => Promise<void>
  onCancel: () => void
}

/** Shows all codes of another app's export before they are saved. */
export function ConfirmImport({ accounts, onAdd, onCancel }: ConfirmImportProps) {
  return (
    <Page title={text('codesImport')} lead={text('codesImportLead', { count: accounts.length })}>
      <ul class="list">
        {accounts.map((account, at) => (
          <li key={at} class="card code-card">
            <AccountName account={account} />
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button look="primary" onClick={() => void onAdd()}>
          {text('codesImportAll')}
        </Button>
        <Button onClick={onCancel}>{uiText('cancel')}</Button>
      </div>
    </Page>
  )
}
