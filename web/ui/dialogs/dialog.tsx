import type { ComponentChildren, RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { uiText } from '../texts.ts'
import { DialogActions } from './dialog-actions.tsx'
import { Leave } from './leave.ts'

type DialogProps = {
  title: string
  onClose: () => void
  children: ComponentChildren
  /** Set to the dialog's element while it is rendered. */
  element?: RefObject<HTMLDialogElement | null>
}

/** Open while it is rendered. Escape and Cancel ask before they discard what was typed. */
export function Dialog({ children, ...rest }: DialogProps) {
  const { onClose } = rest
  const isTyped = useRef(false)
  const [isAsked, setAsked] = useState(false)
  const cancel = (event: Event) => {
    // A file picker that is closed sends the same event.
    if (event.target !== event.currentTarget || !isTyped.current) return
    event.preventDefault()
    setAsked(true)
  }
  /** If Escape is pressed again and again, a browser no longer sends `cancel`, and closes the dialog. */
  const ask = (event: KeyboardEvent) => {
    if (!isTyped.current) return
    event.preventDefault()
    setAsked(true)
  }
  const note = () => {
    isTyped.current = true
  }
  const leave = () => (isTyped.current ? setAsked(true) : onClose())
  return (
    <Modal {...rest} onCancel={cancel} onInput={note} onEscape={ask}>
      <Leave.Provider value={leave}>{children}</Leave.Provider>
      {isAsked && <AskToDiscard onYes={onClose} onClose={() => setAsked(false)} />}
    </Modal>
  )
}

/** The question before typed text is discarded. */
export function AskToDiscard({ onYes, onClose }: { onYes: () => void; onClose: () => void }) {
  return (
    <Modal title={uiText('discardTitle')} onClose={onClose}>
      <DialogActions yes={uiText('discard')} no={uiText('keepEditing')} onYes={onYes} onClose={onClose} />
    </Modal>
  )
}

type ModalProps = DialogProps & {
  onCancel?: (event: Event) => void
  onInput?: () => void
  onEscape?: (event: KeyboardEvent) => void
}

/** The browser keeps the focus inside, and restores it afterwards. */
function Modal({ title, onClose, children, element, onEscape, ...listeners }: ModalProps) {
  const id = useId()
  const own = useRef<HTMLDialogElement>(null)
  const dialog = element ?? own
  // Before anything else can happen: a key pressed in between would be for the dialog below.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.isComposing && isOnTop(dialog.current)) onEscape?.(event)
    }
    // Not at the dialog: the focus may have been lost with a dialog above this one.
    addEventListener('keydown', hear)
    return () => removeEventListener('keydown', hear)
  })
  /** A browser sends `close` with the next frame: by then this dialog may be gone, and another one open. */
  const close = () => {
    if (dialog.current !== null) onClose()
  }
  return (
    <dialog class="dialog" ref={dialog} aria-labelledby={id} onClose={close} {...listeners}>
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  )
}

function isOnTop(dialog: HTMLDialogElement | null): boolean {
  return [...document.querySelectorAll('dialog[open]')].at(-1) === dialog
}
