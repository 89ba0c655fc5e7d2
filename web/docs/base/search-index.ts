import { matches } from './filter.tsx'
import { toAnchor } from './markdown-blocks.ts'
import { type GuideSummary, operationLink, type Product } from './product.ts'

export type Hit = {
  readonly href: string
  readonly title: string
  readonly note: string
  readonly method?: string
}
export type Entry = Hit & { readonly words: string }
type Notes = Readonly<Record<'guides' | 'problems' | 'settings', string>>

/** Everything that the search finds, from what the pages load anyway. */
export function createIndex(product: Product | undefined, guides: readonly GuideSummary[], notes: Notes) {
  const apis = product?.apis ?? []
  return [
    ...guides.flatMap((guide) => guideEntries(guide, notes.guides)),
    ...apis.flatMap((api) =>
      api.operations.map(
        (operation): Entry => ({
          href: operationLink(api, operation),
          title: operation.summary,
          method: operation.method,
          note: api.basePath + operation.path,
          words: `${api.title} ${operation.name} ${operation.tag}`,
        }),
      ),
    ),
    ...apis.flatMap((api) =>
      api.problems.map(
        ({ code, status, title, detail }): Entry => ({
          href: `/docs/problems#${api.name}-${code}`,
          title: code,
          note: `${notes.problems} · ${api.title} · ${status}`,
          words: `${title} ${detail}`,
        }),
      ),
    ),
    ...(product?.settings ?? []).map(
      ({ name, summary }): Entry => ({
        href: `/docs/settings#${name}`,
        title: name,
        note: notes.settings,
        words: summary,
      }),
    ),
  ]
}

function guideEntries({ slug, title, headings }: GuideSummary, note: string): Entry[] {
  const href = `/docs/guide/${slug}`
  return [
    { href, title, note, words: '' },
    ...headings.map((heading) => ({
      href: `${href}#${toAnchor(heading)}`,
      title: heading.replaceAll('`', ''),
      note: `${note} · ${title}`,
      words: '',
    })),
  ]
}

/** Entries that contain every typed word; those whose title does come first. */
export function findHits(index: readonly Entry[], typed: string): readonly Hit[] {
  const found = index.filter(({ title, note, words }) => matches(`${title} ${note} ${words}`, typed))
  const isClose = ({ title }: Entry) => matches(title, typed)
  return [...found.filter(isClose), ...found.filter((entry) => !isClose(entry))]
}
