import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'

type DeadEndProps = { title: string; lead: string; path: `/${string}`; label: string }

/** Explains why a move cannot go on here, and leads on. */
export function DeadEnd({ title, lead, path, label }: DeadEndProps) {
  return (
    <Page title={title} lead={lead}>
      <a class="button" href={pathTo(path)}>
        {label}
      </a>
    </Page>
  )
}

type MovedIdentity = { readonly id: string; readonly name: string }

export function IdentityNames({ identities }: { identities: readonly MovedIdentity[] }) {
  return identities.map(({ id, name }) => (
    <li key={id} class="card">
      <strong class="untrusted">{name}</strong>
    </li>
  ))
}
