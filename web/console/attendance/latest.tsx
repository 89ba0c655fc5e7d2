import { EmptyState } from '../../ui/lists/states.tsx'
import { formatIn } from '../../ui/time/dates.ts'
import { text } from './texts.ts'
import type { DoorPerson } from './use-board.ts'

/** The latest arrivals, newest first. */
export function Latest({ people, zone }: { people: readonly DoorPerson[]; zone: string }) {
  const clock = formatIn(zone, { timeStyle: 'short' })
  return (
    <section class="board-latest">
      <h3>{text('latestTitle')}</h3>
      {people.length === 0 && <EmptyState title={text('latestNone')} />}
      <ol>
        {people.map(({ attendeeId, firstName, lastName, record }) => (
          <li key={attendeeId}>
            <bdi class="person-name">
              {firstName} {lastName}
            </bdi>
            <span class="soft">
              {record?.checkedInAt != null && clock.format(Date.parse(record.checkedInAt))}{' '}
              <bdi>{record?.gate}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
