import { useState } from 'preact/hooks'
import { Button, type ButtonProps } from '../button.tsx'
import { Confirm } from './confirm.tsx'

type ConfirmButtonProps = Pick<ButtonProps, 'look' | 'disabled' | 'label'> & {
  /** The label of the button, if it is not the title of the question. */
  text?: string
  title: string
  yes: string
  /** Whether the answer destroys something, also if the button does not look so. */
  isDangerous?: boolean
  onYes: () => void
  /** The question. */
  children: string
}

/** A button that asks for confirmation before its action. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { text, title, yes, isDangerous = props.look === 'danger', onYes, children, ...button } = props
  const [isAsked, setAsked] = useState(false)
  const confirm = () => {
    setAsked(false)
    onYes()
  }
  return (
    <>
      <Button {...button} onClick={() => setAsked(true)}>
        {text ?? title}
      </Button>
      {isAsked && (
        <Confirm
          title={title}
          yes={yes}
          isDangerous={isDangerous}
          onYes={confirm}
          onClose={() => setAsked(false)}
        >
          {children}
        </Confirm>
      )}
    </>
  )
}
