import type { ComponentChildren } from 'preact'
import { ButtonLink } from './button-link.tsx'
import { Page } from './page.tsx'
import { text } from './texts.ts'

type DeadEndProps = {
  title: string
  lead: string
  look?: 'primary' | undefined
  children?: ComponentChildren
}

/** A page where nothing is left to do: says why, and leads home. */
export function DeadEnd({ title, lead, look, children }: DeadEndProps) {
  return (
    <Page title={title} lead={lead}>
      {children}
      <ButtonLink path="/" label={text('toHome')} look={look} />
    </Page>
  )
}
