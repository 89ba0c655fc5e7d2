import { ButtonLink } from '../base/button-link.tsx'
import { NotFoundPage } from '../base/not-found-page.tsx'
import { Page } from '../base/page.tsx'
import { identities } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { InstallHint } from '../install/install-hint.tsx'

/** Shown after an identity was created: says what to do next. */
export function ReadyPage({ id }: { id: string }) {
  const identity = identities.value.find((known) => known.id === id)
  if (identity === undefined) return <NotFoundPage />
  return (
    <Page title={text('identityReadyTitle', { name: identity.name })} lead={text('identityReady')}>
      <div class="actions">
        <ButtonLink path="/add" look="primary" label={text('identityScan')} />
        <ButtonLink path={`/identities/${id}`} label={text('identityReadyNext')} />
        <ButtonLink path="/recovery" label={text('identityReadySave')} />
      </div>
      <InstallHint />
    </Page>
  )
}
