import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { isolate } from './texts/isolate.ts'

type PageProps = { title: string; lead?: ComponentChildren; children: ComponentChildren }

let isFirst = true

/** The pages of an app. After the first page the heading gets the focus, so that a screen reader says where it is. */
export function createPage(appName: () => string) {
  return function Page({ title, lead, children }: PageProps) {
    const heading = useRef<HTMLHeadingElement>(null)
    useEffect(() => {
      if (!isFirst) {
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
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
        {children}
      </>
    )
  }
}
