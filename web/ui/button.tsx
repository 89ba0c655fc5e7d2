import type { ComponentChildren } from 'preact'

export type ButtonProps = {
  children: ComponentChildren
  /** `danger`: it destroys something that cannot be brought back. */
  look?: 'primary' | 'quiet' | 'danger'
  size?: 'small'
  type?: 'submit'
  disabled?: boolean
  /** The accessible name, if the text alone does not say what the button acts on. */
  label?: string
  /** Whether the part that the button toggles is open. */
  expanded?: boolean
  onClick?: () => void
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
  const classes = ['button', look, size].filter((name) => name !== undefined).join(' ')
  return (
    <button
      class={classes}
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
