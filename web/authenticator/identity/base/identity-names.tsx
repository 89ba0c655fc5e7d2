type MovedIdentity = { readonly id: string; readonly name: string }

export function IdentityNames({ identities }: { identities: readonly MovedIdentity[] }) {
  return identities.map(({ id, name }) => (
    <li key={id} class="card">
      <strong class="untrusted">{name}</strong>
    </li>
  ))
}
