import { useState } from 'preact/hooks'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { formatDate } from '../base/date.ts'
import { DeadEnd } from '../base/dead-end.tsx'
import { Page } from '../base/page.tsx'
import { accounts, identities } from '../base/state.ts'
import { createFile, isUpToDate } from './make.ts'
import { PassphraseForm } from './passphrase-form.tsx'
import { pendingFile } from './pending-file.ts'
import { SaveFile } from './save-file.tsx'
import { savedSince } from './saved-since.ts'
import { recoveryText } from './texts.ts'

/** Creates the recovery file, lets the user save it, and then makes it valid. */
export function RecoveryPage() {
  const [isDone, setDone] = useState(false)
  const pending = pendingFile.value
  if (isDone) return <Done />
  if (identities.value.length === 0 && accounts.value.length === 0)
    return <DeadEnd title={recoveryText('title')} lead={recoveryText('nothing')} look="primary" />
  const isOutdated = pending !== undefined && !isUpToDate(pending.file)
  if (pending !== undefined && !isOutdated) return <SaveFile {...pending} onDone={() => setDone(true)} />
  const since = savedSince()
  const create = async (passphrase: string) => {
    pendingFile.value = { file: await createFile(passphrase), isSaved: false }
  }
  return (
    <Page title={recoveryText('title')} lead={recoveryText('lead')}>
      <FailureNotice failure={isOutdated ? recoveryText('outdated') : undefined} />
      {since !== undefined && <p class="notice">{recoveryText('replaces', { date: formatDate(since) })}</p>}
      <PassphraseForm onPassphrase={create} />
    </Page>
  )
}

function Done() {
  return (
    <DeadEnd title={recoveryText('doneTitle')} lead={recoveryText('doneLead')} look="primary">
      <p>{recoveryText('doneLater')}</p>
    </DeadEnd>
  )
}
