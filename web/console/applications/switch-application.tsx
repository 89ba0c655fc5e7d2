import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { consoleServer } from '../base/services.ts'
import { Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import type { Application } from './key.ts'

type SwitchProps = { of: Application; onSwitched: (application: Application) => void }

/** Disables all keys of the application, or enables them again. */
export function SwitchApplication({ of: { id, disabledAt }, onSwitched }: SwitchProps) {
  const work = useWork()
  const params = { applicationId: id }
  const turn = (change: typeof consoleServer.enableApplication | typeof consoleServer.disableApplication) =>
    work.run(async () => {
      onSwitched((await change({ params })).body)
      showToast(text('saved'))
    })
  if (disabledAt !== null)
    return (
      <section>
        <h2>{text('enable')}</h2>
        <p>{text('enableLead')}</p>
        <Failure work={work} />
        <Button disabled={work.isBusy} onClick={() => turn(consoleServer.enableApplication)}>
          {text('enable')}
        </Button>
      </section>
    )
  return (
    <section>
      <h2>{text('disable')}</h2>
      <p>{text('disableLead')}</p>
      <Failure work={work} />
      <ConfirmButton
        disabled={work.isBusy}
        text={text('disable')}
        title={text('disableTitle')}
        yes={text('disable')}
        onYes={() => turn(consoleServer.disableApplication)}
      >
        {text('disableLead')}
      </ConfirmButton>
    </section>
  )
}
