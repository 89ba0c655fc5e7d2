import { useAction } from '../../ui/action.ts'
import { ConfirmButton } from '../../ui/dialogs/confirm-button.tsx'
import { eraseAll } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { disablePush, pushState } from '../push/subscribe.ts'

export function EraseButton() {
  const { failure, run } = useAction(() => text('failedHere'))
  const erase = async () => {
    // Must come first: the services are notified with keys that are deleted afterwards.
    if (pushState.value === 'on') await disablePush().catch(() => undefined)
    await eraseAll()
  }
  return (
    <>
      {failure !== undefined && <p role="alert">{failure}</p>}
      <ConfirmButton look="danger" title={text('eraseTitle')} yes={text('eraseYes')} onYes={() => run(erase)}>
        {text('eraseAsk')}
      </ConfirmButton>
    </>
  )
}
