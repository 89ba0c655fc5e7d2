import type { ComponentChildren } from 'preact'

export type ButtonProps = {
  children: ComponentChildren
  /** `danger`: it destroys something that cannot be brought back. */
  look?: 'primary' | 'quiet' | 'danger' | undefined
  size?: 'small' | undefined
  type?: 'submit'
  disabled?: boolean
  /** The accessible name, if the text alone does not say what the button acts on. */
  label?: string
  /** Whether the part that the button toggles is open. */
  expanded?: boolean
  onClick?: () => void
}

export function buttonClass({ look, size }: Pick<ButtonProps, 'look' | 'size'>): string {
  return ['button', look, size].filter((name) => name !== undefined).join(' ')
}

export function Button({
  children,
  look,
  size,
  label,
  expanded,
  type,
  disabled = false,
  onClick,
}: ButtonProps) {
  return (
    <button
      class={buttonClass({ look, size })}
      type={type ?? 'button'}
      disabled={disabled}
      {...(label === undefined ? {} : { 'aria-label': label })}
      {...(expanded === undefined ? {} : { 'aria-expanded': expanded })}
      {...(onClick === undefined ? {} : { onClick })}
    >
      {children}
    </button>
  )
}
