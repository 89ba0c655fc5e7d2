import { type ButtonProps, buttonClass } from '../../ui/button.tsx'
import { pathTo } from './place.ts'

type ButtonLinkProps = Pick<ButtonProps, 'look' | 'size'> & { path: `/${string}`; label: string }

/** A link to a page of the app that looks like a button. */
export function ButtonLink({ path, label, ...look }: ButtonLinkProps) {
  return (
    <a class={buttonClass(look)} href={pathTo(path)}>
      {label}
    </a>
  )
}
