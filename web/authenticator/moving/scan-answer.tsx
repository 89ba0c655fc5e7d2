import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Scanner } from '../../ui/scan/scanner.tsx'
import { openLink } from '../base/link.ts'
import { Page } from '../base/page.tsx'
import { scanTexts } from '../codes/scan-texts.ts'
import { movingText } from './texts.ts'

/** Reads the code of the new phone, which opens the page that asks whether to move. */
export function ScanAnswer({ onBack }: { onBack: () => void }) {
  const [error, setError] = useState<string>()
  const take = (scanned: string) => {
    const isAnswer = scanned.includes('#/moved/') && openLink(scanned)
    setError(isAnswer ? undefined : movingText('scanWrong'))
  }
  return (
    <Page title={movingText('scanTitle')} lead={movingText('scanLead')}>
      <Scanner texts={scanTexts()} error={error} onText={take} />
      <Button look="quiet" onClick={onBack}>
        {movingText('scanBack')}
      </Button>
    </Page>
  )
}
