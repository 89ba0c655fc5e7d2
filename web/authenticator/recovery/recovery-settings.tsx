import { ButtonLink } from '../base/button-link.tsx'
import { formatDate } from '../base/date.ts'
import { pathTo } from '../base/place.ts'
import { accounts, identities } from '../base/state.ts'
import { savedSince } from './saved-since.ts'
import { recoveryText } from './texts.ts'

/** Everything about changing or losing a phone. */
export function RecoverySettings() {
  const isEmpty = identities.value.length === 0 && accounts.value.length === 0
  return (
    <section>
      <h2>{recoveryText('settings')}</h2>
      {!isEmpty && <p>{tellState()}</p>}
      <div class="actions">
        {!isEmpty && (
          <>
            <ButtonLink path="/recovery" label={recoveryText('settingsSave')} />
            <ButtonLink path="/move" label={recoveryText('settingsMove')} />
          </>
        )}
        <a class={isEmpty ? 'button' : 'button quiet'} href={pathTo('/restore')}>
          {recoveryText('settingsRestore')}
        </a>
      </div>
    </section>
  )
}

function tellState(): string {
  const since = savedSince()
  if (since !== undefined) return recoveryText('settingsSaved', { date: formatDate(since) })
  return recoveryText(identities.value.length === 0 ? 'settingsCodes' : 'settingsNone')
}
