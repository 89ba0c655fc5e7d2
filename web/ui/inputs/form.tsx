import type { ComponentProps } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & { onSubmit: () => void }

/**
 * A form that the page sends itself: the browser does not leave the page. If fields turn out to be wrong, the first of
 * them gets the focus, because it may be far from the button.
 */
export function Form({ onSubmit, ...attributes }: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const isSent = useRef(false)
  useEffect(() => {
    if (!isSent.current) return
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong == null) return
    isSent.current = false
    wrong.focus({ preventScroll: true })
    // In the middle: at the edge, a bar with the buttons may cover it.
    wrong.scrollIntoView({ block: 'center' })
  })
  return (
    <form
      {...attributes}
      ref={form}
      onSubmit={(event) => {
        event.preventDefault()
        isSent.current = true
        onSubmit()
      }}
      onInput={() => {
        isSent.current = false
      }}
    />
  )
}
