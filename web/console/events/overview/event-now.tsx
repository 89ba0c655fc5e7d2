import '../../base/operations.css'
import { useAsked } from '../../../ui/ask.ts'
import { formatNumber } from '../../../ui/texts/fill.ts'
import { locale } from '../../../ui/texts/i18n.ts'
import { pathTo } from '../../base/place.ts'
import { consoleServer } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import type { EventAnswer } from '../base/event.ts'
import { useStatusCounts } from '../base/status-counts.ts'
import { text } from '../base/texts.ts'

/** How registration is going, and what somebody has to decide. */
export function EventNow({ event }: { event: EventAnswer }) {
  return (
    <>
      <Figures event={event} />
      <section>
        <h2>{text('nowTitle')}</h2>
        <Attention event={event} />
      </section>
    </>
  )
}

function Figures({ event: { registeredCount, remaining, waitlistedCount } }: { event: EventAnswer }) {
  const figures = [
    { name: text('figureRegistered'), value: formatNumber(registeredCount, locale.value) },
    {
      name: text('figureLeft'),
      value: remaining === null ? text('figureUnlimited') : formatNumber(remaining, locale.value),
    },
    { name: text('figureWaiting'), value: formatNumber(waitlistedCount, locale.value) },
  ]
  return (
    <ul class="figure-cards">
      {figures.map(({ name, value }) => (
        <li key={name}>
          <span>{name}</span>
          <strong>{value}</strong>
        </li>
      ))}
    </ul>
  )
}

/** Links to the registrations that wait for somebody. */
function Attention({ event }: { event: EventAnswer }) {
  const { counts } = useStatusCounts(event)
  const isRunning = event.status === 'published' || event.status === 'closed'
  const isMailKept = useKeptMail()
  if (counts === undefined || isMailKept === undefined) return null
  const keepsMail = isMailKept && isRunning
  const { pending, waitlisted } = counts
  if (pending + waitlisted === 0 && !keepsMail) return <p class="notice good">{text('nowNothing')}</p>
  return (
    <ul class="attention">
      {keepsMail && (
        <li>
          {may('settings:read', true) ? (
            <a href={pathTo('/settings')}>{text('nowNoMail')}</a>
          ) : (
            <p>{text('nowNoMail')}</p>
          )}
        </li>
      )}
      {pending > 0 && (
        <li>
          <a href={pathTo(`/events/${event.id}/registrations?status=pending`)}>
            {text('nowPending', { count: pending })}
          </a>
        </li>
      )}
      {waitlisted > 0 && (
        <li>
          <a href={pathTo(`/events/${event.id}/waiting-list`)}>{text('nowWaiting', { count: waitlisted })}</a>
        </li>
      )}
    </ul>
  )
}

/** Whether the server keeps e-mails instead of sending them; undefined until it has answered. */
function useKeptMail(): boolean | undefined {
  const { loaded } = useAsked('channels', async (signal) => {
    if (!may('tasks:read')) return false
    const { body } = await consoleServer.getStart({ signal })
    return body.channels.email.kind !== 'gateways'
  })
  if (loaded.status === 'loading') return undefined
  return loaded.status === 'done' && loaded.value
}
