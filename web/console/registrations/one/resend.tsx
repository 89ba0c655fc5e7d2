import { useAction } from '../../../ui/action.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { consoleEvents } from '../../base/services.ts'
import { failureText } from '../base/failure.ts'
import type { Registration } from '../base/setting.ts'
import { text } from '../base/texts.ts'

type ResendProps = { registration: Registration; onSent: () => void }

/** Sends the e-mail with the link to the registration again. */
export function Resend({ registration, onSent }: ResendProps) {
  const sending = useAction((error) => {
    showToast(failureText(error))
    return ''
  })
  const send = () =>
    sending.run(async () => {
      const params = { eventId: registration.eventId, registrationId: registration.id }
      await consoleEvents.resendConfirmation({ params })
      showToast(text('resent'))
      onSent()
    })
  return (
    <Button disabled={sending.isBusy} onClick={send}>
      {text('resend')}
    </Button>
  )
}
