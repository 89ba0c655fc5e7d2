import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { uiText } from '../texts.ts'
import { DialogActions } from './dialog-actions.tsx'
import { Leave } from './leave.ts'

type DialogProps = { title: string; onClose: () => void; children: ComponentChildren }

/** Open while it is rendered. Escape and Cancel ask before they discard what was typed. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const isTyped = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const cancel = (event: Event) => {
    // A file picker that is closed sends the same event.
    if (event.target !== event.currentTarget || !isTyped.current) return
    event.preventDefault()
    setAsked(true)
  }
  const note = () => {
    isTyped.current = true
  }
  const leave = () => (isTyped.current ? setAsked(true) : onClose())
  return (
    <Modal title={title} onClose={onClose} onCancel={cancel} onInput={note}>
      <Leave.Provider value={leave}>{children}</Leave.Provider>
      {isAsked && (
        <Modal title={uiText('discardTitle')} onClose={() => setAsked(false)}>
          <DialogActions
            yes={uiText('discard')}
            no={uiText('keepEditing')}
            onYes={onClose}
            onClose={() => setAsked(false)}
          />
        </Modal>
      )}
    </Modal>
  )
}

type ModalProps = DialogProps & { onCancel?: (event: Event) => void; onInput?: () => void }

/** The browser keeps the focus inside, and restores it afterwards. */
function Modal({ title, onClose, onCancel, onInput, children }: ModalProps) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return (
    <dialog
      class="dialog"
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onCancel={onCancel}
      onInput={onInput}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}
