import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { useAction } from '../action.ts'
import { problemText } from '../problems/problem-text.ts'
import { showToast } from '../toast.tsx'
import { Dialog } from './dialog.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { FailureNotice } from './failure-notice.tsx'

type ActionDialogProps = {
  title: string
  yes: string
  /** The label of the other button; the default is Cancel. */
  no?: string | undefined
  act: () => Promise<void>
  /** Says why the action failed. */
  tell?: (error: unknown) => string
  onClose: () => void
  children: ComponentChildren
}

/**
 * Asks before an action. It closes when the action is done; a failure is shown in it, or as a toast if somebody has
 * closed it.
 */
export function ActionDialog(props: ActionDialogProps) {
  const { title, yes, no, act, tell = problemText, onClose, children } = props
  const { isBusy, failure, run } = useAction(tell)
  const dialog = useRef<HTMLDialogElement>(null)
  /** Not whether it is rendered: a browser closes a dialog at once, and sends `close` with the next frame. */
  const isOpen = () => dialog.current?.open === true
  const onYes = () =>
    run(async () => {
      try {
        await act()
      } catch (error) {
        if (!isOpen()) showToast(tell(error))
        throw error
      }
      // Another dialog may be open by now.
      if (isOpen()) onClose()
    })
  return (
    <Dialog title={title} element={dialog} onClose={onClose}>
      {children}
      <FailureNotice failure={failure} />
      <DialogActions yes={yes} no={no} disabled={isBusy} onYes={onYes} onClose={onClose} />
    </Dialog>
  )
}
