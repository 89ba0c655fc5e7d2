import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { text } from '../base/texts.ts'
import { exportAll } from './export.ts'

export function ExportSettings() {
  const save = () => download('lanyard-authenticator.json', exportAll())
  return (
    <section>
      <h2>{text('exportTitle')}</h2>
      <p>{text('exportNote')}</p>
      <ConfirmButton title={text('exportTitle')} yes={text('exportYes')} onYes={save}>
        {text('exportAsk')}
      </ConfirmButton>
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
