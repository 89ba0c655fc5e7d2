import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { type NewAccount, readOtpauth } from '../../../src/client/device/otpauth.ts'
import { Scanner } from '../../ui/scan/scanner.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { openLink } from '../base/link.ts'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { text } from '../base/texts.ts'
import { addAccounts } from './add-accounts.ts'
import { ConfirmAccount } from './confirm-account.tsx'
import { ConfirmImport } from './confirm-import.tsx'
import { refusalText } from './refusal-text.ts'
import { scanTexts } from './scan-texts.ts'
import { nothingTyped, SecretForm } from './secret-form.tsx'

/** The start for everything that comes by QR code or link: codes, enrolments and sign-ins. */
export function AddPage() {
  const { route } = useLocation()
  const [found, setFound] = useState<readonly NewAccount[]>([])
  const [error, setError] = useState<string>()
  // Kept here, so that a look at the other tab does not cost a long key that was typed by hand.
  const [typed, setTyped] = useState(nothingTyped)
  const take = async (scanned: string) => {
    setError(undefined)
    if (openLink(scanned)) return
    const read = readOtpauth(scanned)
    if (!('refusal' in read)) return setFound([read.account])
    const exported = read.refusal === 'export' ? await readExport(scanned) : undefined
    if (exported === undefined) setError(refusalText(read.refusal))
    else setFound(exported)
  }
  const add = async (wanted: readonly NewAccount[]) => {
    showToast(text((await addAccounts(wanted)) === 0 ? 'codesKnown' : 'codesAdded'))
    route(pathTo('/codes'))
  }
  const [first, ...others] = found
  const cancel = () => setFound([])
  if (first !== undefined && others.length === 0)
    return <ConfirmAccount account={first} onAdd={(account) => add([account])} onCancel={cancel} />
  if (first !== undefined)
    return <ConfirmImport accounts={found} onAdd={() => add(found)} onCancel={cancel} />
  const tabs = [
    {
      key: 'scan',
      title: text('scanTab'),
      content: () => <Scanner texts={scanTexts()} error={error} onText={(scanned) => void take(scanned)} />,
    },
    {
      key: 'type',
      title: text('codesTypeTab'),
      content: () => (
        <SecretForm typed={typed} onType={setTyped} onAccount={(account) => void add([account])} />
      ),
    },
  ]
  return (
    <Page title={text('add')} lead={text('addLead')}>
      <Tabs label={text('add')} tabs={tabs} />
    </Page>
  )
}

/** Loaded on demand, because few people come from another app. */
async function readExport(scanned: string): Promise<readonly NewAccount[] | undefined> {
  const { readMigration } = await import('./otp/migration.ts')
  return readMigration(scanned)
}
