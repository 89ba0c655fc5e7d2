import type { ComponentChildren } from 'preact'

type ButtonProps = {
  children: ComponentChildren
  look?: 'primary' | 'quiet'
  size?: 'small'
  type?: 'submit'
  disabled?: boolean
  /** Where the words alone do not say what it acts on. */
  label?: string
  /** Of what it opens and closes. */
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
