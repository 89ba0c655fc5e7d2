import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { text } from './texts.ts'

type PageProps = { title: string; lang?: 'en'; lead?: ComponentChildren; children: ComponentChildren }

let isFirst = true

/** The frame of a page. After the first page its heading gets the focus, so that a screen reader says where it is. */
export function Page({ title, lang, lead, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const named =
      location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)))
    if (named !== null) named.scrollIntoView()
    else if (!isFirst) {
      scrollTo(0, 0)
      heading.current?.focus({ preventScroll: true })
    }
    isFirst = false
  }, [title])
  useEffect(() => {
    document.title = `${title} · Lanyard ${text('title')}`
  })
  return (
    <>
      <h1 tabIndex={-1} ref={heading} {...(lang === undefined ? {} : { lang })}>
        {title}
      </h1>
      {lead !== undefined && <p class="lead">{lead}</p>}
      {children}
    </>
  )
}
