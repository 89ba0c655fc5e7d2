import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isolate } from './texts/isolate.ts'

type PageProps = { title: string; lang?: 'en'; lead?: ComponentChildren; children: ComponentChildren }

let isFirst = true

/**
 * The pages of an app. After the first page the heading gets the focus, so that a screen reader says where it is.
 * `findPart` finds the part of the page that the address names, which is shown instead.
 */
export function createPage(appName: () => string, findPart: () => Element | null = () => null) {
  return function Page({ title, lang, lead, children }: PageProps) {
    const heading = useRef<HTMLHeadingElement>(null)
    useEffect(() => {
      const part = findPart()
      if (part !== null) part.scrollIntoView()
      else if (!isFirst) {
        scrollTo(0, 0)
        heading.current?.focus({ preventScroll: true })
      }
      isFirst = false
    }, [title])
    useEffect(() => {
      document.title = `${isolate(title)} · ${appName()}`
    })
    return (
      <>
        <h1 tabIndex={-1} ref={heading} lang={lang}>
          {title}
        </h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
      </>
    )
  }
}
