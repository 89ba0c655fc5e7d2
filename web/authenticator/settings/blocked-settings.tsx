import { showToast } from '../../ui/toast.tsx'
import { history } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { AskerName } from '../decision/asker.tsx'
import { Blocked } from '../requests/blocked.tsx'
import { listBlocked } from '../requests/blocks.ts'

/** The applications that were blocked on this device. */
export function BlockedSettings() {
  const blocked = listBlocked(history.value)
  return (
    <section>
      <h2>{text('blockedTitle')}</h2>
      <p>{text(blocked.length === 0 ? 'blockedNone' : 'blockedNote')}</p>
      <ul class="list">
        {blocked.map((entry) => (
          <li key={entry.id} class="card">
            <p class="asker-name">
              <AskerName name={entry.who} />
            </p>
            <Blocked ticket={entry.id} onLifted={() => showToast(text('requestUnblocked'))} />
          </li>
        ))}
      </ul>
    </section>
  )
}
