import { useState } from 'preact/hooks'
import { Page } from '../base/page.tsx'
import { issuerAudience } from '../base/services.ts'
import { InstallFirst } from '../install/install-hint.tsx'
import { type RecoveryContents, readRecoveryFile } from './file/recovery-file.ts'
import { Found } from './found.tsx'
import { OpenForm } from './open-form.tsx'
import { recoveryText } from './texts.ts'

const LARGEST_FILE = 5_000_000

/** Opens a recovery file, shows what is in it, and brings it here. */
export function RestorePage() {
  const [contents, setContents] = useState<RecoveryContents>()
  const open = async (file: Blob, passphrase: string): Promise<string | undefined> => {
    if (file.size > LARGEST_FILE) return recoveryText('faultDamaged')
    const read = await readRecoveryFile(passphrase, await file.text())
    if ('fault' in read) return recoveryText(read.fault === 'passphrase' ? 'faultPassphrase' : 'faultDamaged')
    if (read.issuer !== (await issuerAudience())) return recoveryText('faultServer', { server: read.issuer })
    setContents(read)
    return undefined
  }
  if (contents !== undefined) return <Found contents={contents} />
  return (
    <Page title={recoveryText('restoreTitle')} lead={recoveryText('restoreLead')}>
      <InstallFirst />
      <OpenForm onFile={open} />
    </Page>
  )
}
