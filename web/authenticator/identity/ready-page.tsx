import { NotFoundPage } from '../base/not-found-page.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
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
        <a class="button primary" href={pathTo('/add')}>
          {text('identityScan')}
        </a>
        <a class="button" href={pathTo(`/identities/${id}`)}>
          {text('identityReadyNext')}
        </a>
        <a class="button" href={pathTo('/recovery')}>
          {text('identityReadySave')}
        </a>
      </div>
      <InstallHint />
    </Page>
  )
}
