import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/dialogs/failure-notice.tsx'
import { loadSession } from '../base/session.ts'
import { findObstacle, signInByPasskey, tellFailure } from './passkey.ts'
import { text } from './texts.ts'

/** Signs in and shows the requested page. */
export function SignInButton() {
  const { isBusy, failure, run } = useAction(tellFailure)
  const obstacle = findObstacle()
  const signIn = async () => {
    await signInByPasskey()
    await loadSession()
  }
  if (obstacle !== undefined) return <p class="notice warn">{obstacle}</p>
  return (
    <>
      <Button look="primary" disabled={isBusy} onClick={() => run(signIn)}>
        {text('signInPasskey')}
      </Button>
      <FailureNotice failure={failure} />
    </>
  )
}
