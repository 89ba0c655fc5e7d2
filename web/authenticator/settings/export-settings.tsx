import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { download } from '../base/download.ts'
import { text } from '../base/texts.ts'
import { exportAll } from './export.ts'

export function ExportSettings() {
  const save = () => download('lanyard-authenticator.json', exportAll(), 'application/json')
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
