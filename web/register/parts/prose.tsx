import { splitLinks, splitParagraphs } from './split-prose.ts'

/** Text that an organiser wrote: as paragraphs, with links where it has web addresses, and no other markup. */
export function Prose({ children, isSmall = false }: { children: string; isSmall?: boolean }) {
  const look = isSmall ? 'prose small' : 'prose'
  return splitParagraphs(children).map((paragraph, at) => (
    <p key={at} class={look}>
      <bdi>{linked(paragraph)}</bdi>
    </p>
  ))
}

function linked(paragraph: string) {
  // A programme has hundreds of texts, and hardly any has an address.
  if (!paragraph.includes('://')) return paragraph
  return splitLinks(paragraph).map((part, at) =>
    part.isLink ? (
      <a key={at} href={part.text} rel="noopener noreferrer">
        <bdi>{part.text}</bdi>
      </a>
    ) : (
      part.text
    ),
  )
}
