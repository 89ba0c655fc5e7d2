import { useState } from 'preact/hooks'
import { formatDate } from '../base/date.ts'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { accounts, identities } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { createFile, type NewFile } from './make.ts'
import { PassphraseForm } from './passphrase-form.tsx'
import { SaveFile } from './save-file.tsx'
import { savedSince } from './saved-since.ts'
import { recoveryText } from './texts.ts'

/** Creates the recovery file, lets the user save it, and then makes it valid. */
export function RecoveryPage() {
  const [file, setFile] = useState<NewFile>()
  const [isDone, setDone] = useState(false)
  if (isDone) return <Done />
  if (file !== undefined) return <SaveFile file={file} onDone={() => setDone(true)} />
  if (identities.value.length === 0 && accounts.value.length === 0)
    return (
      <Page title={recoveryText('title')} lead={recoveryText('nothing')}>
        <ToHome />
      </Page>
    )
  const since = savedSince()
  return (
    <Page title={recoveryText('title')} lead={recoveryText('lead')}>
      {since !== undefined && <p class="notice">{recoveryText('replaces', { date: formatDate(since) })}</p>}
      <PassphraseForm onPassphrase={async (passphrase) => setFile(await createFile(passphrase))} />
    </Page>
  )
}

function Done() {
  return (
    <Page title={recoveryText('doneTitle')} lead={recoveryText('doneLead')}>
      <p>{recoveryText('doneLater')}</p>
      <ToHome />
    </Page>
  )
}

function ToHome() {
  return (
    <a class="button primary" href={pathTo('/')}>
      {text('toHome')}
    </a>
  )
}
