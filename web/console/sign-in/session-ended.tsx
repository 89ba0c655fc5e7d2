import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isDoorPath } from '../base/door-path.ts'
import { base } from '../base/place.ts'
import { SignInButton } from './sign-in-button.tsx'
import { text } from './texts.ts'

/** A door goes on without a session, and says so itself. */
export function SessionEnded() {
  const { path } = useLocation()
  return isDoorPath(path.slice(base.length)) ? null : <EndedDialog />
}

/** Over the page, which keeps what was typed. It goes when somebody has signed in. */
function EndedDialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      class="dialog"
      ref={dialog}
      aria-labelledby="session-ended"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="session-ended">{text('endedTitle')}</h2>
      <p>{text('endedLead')}</p>
      <SignInButton />
    </dialog>
  )
}
