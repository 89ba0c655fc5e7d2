import type { RegistrationDraft } from '../../../src/client/registration-page.ts'
import { formatTime } from '../base/dates.ts'
import { text } from '../base/texts.ts'
import type { EventView, FormView, SessionView } from '../base/view.ts'
import { Fact, Lines } from '../parts/fact.tsx'
import { groupsFor, sessionsFor } from './selection.ts'

type SummaryProps = {
  event: EventView
  form: FormView | undefined
  draft: RegistrationDraft
  hasClash: boolean
}

/** What has been chosen, to be read again before the form is sent. */
export function Summary({ event, form, draft, hasClash }: SummaryProps) {
  const { typeId, options, sessionIds, guests } = draft
  const type = event.types.length < 2 ? undefined : event.types.find(({ id }) => id === typeId)
  const groups = groupsFor(event, form, typeId)
    .map(({ id, name, options: all }) => ({ id, name, chosen: all.filter((one) => options[one.id]) }))
    .filter(({ chosen }) => chosen.length > 0)
  const sessions = sessionsFor(event, form, typeId)
    .filter(({ id }) => sessionIds.includes(id))
    .toSorted((a, b) => a.start - b.start)
  if (type === undefined && groups.length + sessions.length + guests.length === 0) return null
  return (
    <section class="summary" aria-labelledby="summary">
      <h3 id="summary">{text('summary')}</h3>
      <dl>
        {type !== undefined && <Chosen name={text('type')} lines={[type.name]} />}
        {groups.map(({ id, name, chosen }) => (
          <Chosen
            key={id}
            name={name}
            lines={chosen.map((one) => countedName(one.name, options[one.id] ?? 1))}
          />
        ))}
        {sessions.length > 0 && (
          <Chosen name={text('sessions')} lines={sessions.map((one) => slotOf(one, event.timezone))} />
        )}
        {guests.length > 0 && <Chosen name={text('guests')} lines={guests.map(guestName)} />}
      </dl>
      {hasClash && <p class="error">{text('failureClash')}</p>}
    </section>
  )
}

function countedName(name: string, quantity: number): string {
  return quantity > 1 ? `${name} × ${quantity}` : name
}

function guestName({ firstName, lastName }: RegistrationDraft['guests'][number], at: number): string {
  return `${firstName} ${lastName}`.trim() || text('guest', { number: String(at + 1) })
}

function slotOf({ title, start, end }: SessionView, timezone: string): string {
  return `${formatTime('slot', timezone, [start, end])} ${title}`
}

function Chosen({ name, lines }: { name: string; lines: readonly string[] }) {
  return (
    <Fact name={<bdi>{name}</bdi>}>
      <Lines of={lines} />
    </Fact>
  )
}
