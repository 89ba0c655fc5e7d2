import type { ComponentChildren } from 'preact'
import { useLocation } from 'preact-iso'
import { type ApiSummary, operationLink, useGuides, useProduct } from './base/product.ts'
import { text } from './base/texts.ts'

export function Navigation() {
  const [product, guides] = [useProduct(), useGuides()]
  return (
    <>
      <NavLink href="/docs">{text('home')}</NavLink>
      <h2>{text('apis')}</h2>
      <ul>
        {(product.status === 'done' ? product.value.apis : []).map((api) => (
          <li key={api.name} lang="en">
            <NavLink href={`/docs/api/${api.name}`}>{api.title.replace(/^Lanyard /, '')}</NavLink>
            <Operations api={api} />
          </li>
        ))}
      </ul>
      <h2>{text('guides')}</h2>
      <ul>
        {(guides.status === 'done' ? guides.value : []).map(({ slug, title }) => (
          <li key={slug} lang="en">
            <NavLink href={`/docs/guide/${slug}`}>{title}</NavLink>
          </li>
        ))}
      </ul>
      <h2>{text('reference')}</h2>
      <ul>
        <li>
          <NavLink href="/docs/problems">{text('problems')}</NavLink>
        </li>
        <li>
          <NavLink href="/docs/settings">{text('settings')}</NavLink>
        </li>
      </ul>
    </>
  )
}

/** The operations of the API being read. */
function Operations({ api }: { api: ApiSummary }) {
  const { path } = useLocation()
  if (path !== `/docs/api/${api.name}` && !path.startsWith(`/docs/api/${api.name}/`)) return null
  return (
    <ul>
      {api.operations.map((operation) => (
        <li key={operation.name}>
          <NavLink href={operationLink(api, operation)}>{operation.name}</NavLink>
        </li>
      ))}
    </ul>
  )
}

function NavLink({ href, children }: { href: string; children: ComponentChildren }) {
  const { path } = useLocation()
  const isHere = path.replace(/\/$/, '') === href
  return (
    <a href={href} {...(isHere ? { 'aria-current': 'page' } : {})}>
      {children}
    </a>
  )
}
