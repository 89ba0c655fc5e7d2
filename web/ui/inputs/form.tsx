import type { ComponentProps } from 'preact'

type FormProps = Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> & { onSubmit: () => void }

/** A form that the page sends itself: the browser does not leave the page. */
export function Form({ onSubmit, ...attributes }: FormProps) {
  return (
    <form
      {...attributes}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}
