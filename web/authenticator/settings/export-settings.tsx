import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { text } from '../base/texts.ts'
import { exportAll } from './export.ts'

export function ExportSettings() {
  const [isAsked, setAsked] = useState(false)
  const save = () => {
    setAsked(false)
    download('lanyard-authenticator.json', exportAll())
  }
  return (
    <section>
      <h2>{text('exportTitle')}</h2>
      <p>{text('exportNote')}</p>
      <Button onClick={() => setAsked(true)}>{text('exportTitle')}</Button>
      {isAsked && (
        <Confirm
          title={text('exportTitle')}
          yes={text('exportYes')}
          onYes={save}
          onClose={() => setAsked(false)}
        >
          {text('exportAsk')}
        </Confirm>
      )}
    </section>
  )
}

function download(name: string, contents: string): void {
  const address = URL.createObjectURL(new Blob([contents], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
