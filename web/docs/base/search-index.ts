import { matches } from './filter.tsx'
import { toAnchor } from './markdown-blocks.ts'
import { type GuideSummary, operationLink, type Product, type Section } from './product.ts'

export type Hit = {
  readonly href: string
  readonly title: string
  readonly note: string
  readonly method?: string
}
export type Entry = Hit & { readonly words: string }
type Notes = Readonly<Record<'guides' | 'problems' | 'settings', string>>

type Loaded = {
  readonly product: Product | undefined
  readonly guides: readonly GuideSummary[]
  readonly sections: readonly Section[]
}

/** Everything that the search finds in what has loaded so far. */
export function createIndex({ product, guides, sections }: Loaded, notes: Notes): readonly Entry[] {
  const apis = product?.apis ?? []
  return [
    ...guides.flatMap((guide) =>
      guideEntries(
        guide,
        sections.filter(({ slug }) => slug === guide.slug),
        notes.guides,
      ),
    ),
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

function guideEntries({ slug, title }: GuideSummary, sections: readonly Section[], note: string): Entry[] {
  const href = `/docs/guide/${slug}`
  const start = sections.find(({ heading }) => heading === undefined)
  return [
    { href, title, note, words: start?.words ?? '' },
    ...sections.flatMap(({ heading, words }) =>
      heading === undefined
        ? []
        : [
            {
              href: `${href}#${toAnchor(heading)}`,
              title: heading.replaceAll('`', ''),
              note: `${note} · ${title}`,
              words,
            },
          ],
    ),
  ]
}

/** Entries that contain every typed word; those whose title does come first. */
export function findHits(index: readonly Entry[], typed: string): readonly Hit[] {
  const found = index.filter(({ title, note, words }) => matches(`${title} ${note} ${words}`, typed))
  const isClose = ({ title }: Entry) => matches(title, typed)
  return [...found.filter(isClose), ...found.filter((entry) => !isClose(entry))]
}
