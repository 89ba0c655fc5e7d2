import { useEffect, useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { isDoorPath } from '../base/door-path.ts'
import { base } from '../base/place.ts'
import { SignInButton } from './sign-in-button.tsx'
import { text } from './texts.ts'

/** A check-in door keeps working without a session, and shows that itself. */
export function SessionEnded() {
  const { path } = useLocation()
  return isDoorPath(path.slice(base.length)) ? null : <EndedDialog />
}

/** Shown over the page, which keeps its input. Closes after signing in. */
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
