import { useState } from 'preact/hooks'
import type { NewAccount } from '../../../src/client/device/otpauth.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { uiText } from '../../ui/texts.ts'
import { Page } from '../base/page.tsx'
import { text } from '../base/texts.ts'
import { NameFields } from './name-fields.tsx'

type ConfirmAccountProps = {
  account: NewAccount
  onAdd: (account: NewAccount) => Promise<void>
  onCancel: () => void
}

/** A scanned code is saved only after the user has seen its name. */
export function ConfirmAccount({ account, onAdd, onCancel }: ConfirmAccountProps) {
  const [names, setNames] = useState({ issuer: account.issuer, label: account.label })
  return (
    <Page title={text('codesConfirm')} lead={text('codesConfirmLead')}>
      <Form
        onSubmit={() => void onAdd({ ...account, issuer: names.issuer.trim(), label: names.label.trim() })}
      >
        <NameFields names={names} onChange={setNames} />
        <div class="actions">
          <Button look="primary" type="submit">
            {text('codesAddThis')}
          </Button>
          <Button onClick={onCancel}>{uiText('cancel')}</Button>
        </div>
      </Form>
    </Page>
  )
}
