import { useRoute } from 'preact-iso'
import { Await, useLoaded } from '../ui/lists/load.tsx'
import { Markdown } from './base/markdown.tsx'
import { NotFoundPage } from './base/not-found-page.tsx'
import { Page } from './base/page.tsx'
import { type GuideSummary, useGuides } from './base/product.ts'

export function GuidePage() {
  const { params } = useRoute()
  return (
    <Await loaded={useGuides()}>
      {(guides) => {
        const guide = guides.find(({ slug }) => slug === params.slug)
        return guide === undefined ? <NotFoundPage /> : <Guide key={guide.slug} guide={guide} />
      }}
    </Await>
  )
}

function Guide({ guide }: { guide: GuideSummary }) {
  const loaded = useLoaded(`/docs/data/guide/${guide.slug}.md`, (response) => response.text())
  return (
    <Await loaded={loaded}>
      {(markdown) => (
        <Page title={guide.title} lang="en">
          <article lang="en" class="prose">
            <Markdown text={markdown.replace(/^# .+\n/, '')} />
          </article>
        </Page>
      )}
    </Await>
  )
}
