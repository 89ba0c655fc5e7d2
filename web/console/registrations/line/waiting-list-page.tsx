import { useState } from 'preact/hooks'
import { Button } from '../../../ui/button.tsx'
import { defined } from '../../../ui/defined.ts'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { usePages } from '../../../ui/lists/pages.ts'
import { EmptyState } from '../../../ui/lists/states.tsx'
import { Table } from '../../../ui/lists/table.tsx'
import { formatMoment } from '../../../ui/time/dates.ts'
import { pathTo } from '../../base/place.ts'
import { consoleEvents } from '../../base/services.ts'
import { may } from '../../base/session.ts'
import { EventFrame, type EventInHand } from '../../events/base/event-frame.tsx'
import { text } from '../base/texts.ts'
import { TransitionDialog } from '../one/actions.tsx'
import { type Line, nameOf, type Waiting } from './line.ts'

export function WaitingListPage({ eventId }: { eventId: string }) {
  // A list of whole answers, because the first one also has the places and offers.
  const pages = usePages<Line>(`line ${eventId}`, async (cursor, signal) => {
    const query = defined({ pageSize: 100, cursor })
    const { body } = await consoleEvents.listWaitingList({ params: { eventId }, query, signal })
    return { body: { data: [body], nextCursor: body.paging.nextCursor } }
  })
  const reload = (hand: EventInHand) => {
    pages.reload()
    hand.reload()
  }
  return (
    <EventFrame eventId={eventId} tab="waiting-list">
      {(hand) => (
        <PagedList pages={pages} noneTitle={text('lineEmpty')}>
          {(lines) => (
            <>
              {lines[0] !== undefined && <Places hand={hand} line={lines[0]} />}
              {lines[0] !== undefined && <Offers hand={hand} line={lines[0]} />}
              <People hand={hand} people={lines.flatMap(({ data }) => data)} onChanged={() => reload(hand)} />
            </>
          )}
        </PagedList>
      )}
    </EventFrame>
  )
}

function Places({ hand, line: { places } }: { hand: EventInHand; line: Line }) {
  const { waitlistEnabled, offerMinutes, id } = hand.event
  return (
    <section class="card line-places">
      <ul class="tally">
        <li>
          {places.capacity === null
            ? text('placesNoLimit', { taken: places.taken })
            : text('placesOf', { taken: places.taken, capacity: places.capacity })}
        </li>
        <li>{text('placesOffered', { count: places.offered })}</li>
        <li>{text('placesWaiting', { count: places.waiting })}</li>
      </ul>
      <p class="help">
        {text(!waitlistEnabled ? 'lineOff' : offerMinutes === null ? 'lineAtOnce' : 'lineOffers', {
          minutes: offerMinutes ?? 0,
        })}
      </p>
      {may('events:write') && (
        <a href={pathTo(`/events/${id}/details#places`)}>
          {text(waitlistEnabled ? 'changeCapacity' : 'turnLineOn')}
        </a>
      )}
    </section>
  )
}

function Offers({ hand, line: { offers } }: { hand: EventInHand; line: Line }) {
  if (offers.length === 0) return null
  const { id: eventId, timezone: zone } = hand.event
  return (
    <section>
      <h2>{text('offers')}</h2>
      <Table
        label={text('offers')}
        head={[text('fieldName'), text('fieldEmail'), text('fieldSeats'), text('offerUntil')]}
        rows={offers.map((offer) => ({
          key: offer.id,
          cells: [
            <PersonLink eventId={eventId} person={offer} />,
            <bdi>{offer.email}</bdi>,
            offer.seats,
            offer.expired
              ? text('offerOver')
              : offer.expiresAt === null
                ? ''
                : formatMoment(offer.expiresAt, zone),
          ],
        }))}
      />
    </section>
  )
}

type PeopleProps = { hand: EventInHand; people: readonly Waiting[]; onChanged: () => void }

function People({ hand, people, onChanged }: PeopleProps) {
  const { id: eventId, timezone: zone } = hand.event
  const [asked, setAsked] = useState<Waiting>()
  if (people.length === 0) return <EmptyState title={text('lineEmpty')} lead={text('lineEmptyHelp')} />
  const isAllowed = may('registrations:write')
  const head = [
    text('fieldPosition'),
    text('fieldName'),
    text('fieldEmail'),
    text('fieldSeats'),
    text('fieldRegisteredAt'),
  ]
  return (
    <section>
      <h2>{text('line')}</h2>
      <p class="help">{text('lineHelp')}</p>
      <Table
        label={text('line')}
        head={isAllowed ? [...head, ''] : head}
        rows={people.map((person) => ({
          key: person.id,
          cells: [
            person.position,
            <PersonLink eventId={eventId} person={person} />,
            <bdi>{person.email}</bdi>,
            person.seats,
            formatMoment(person.registeredAt, zone),
            ...(isAllowed
              ? [
                  <Button
                    size="small"
                    label={text('letInLabel', { name: nameOf(person) })}
                    onClick={() => setAsked(person)}
                  >
                    {text('doLetIn')}
                  </Button>,
                ]
              : []),
          ],
        }))}
      />
      {asked !== undefined && (
        <TransitionDialog
          of={{ ...asked, eventId }}
          person={nameOf(asked)}
          name="letIn"
          onClose={() => setAsked(undefined)}
          onDone={onChanged}
        />
      )}
    </section>
  )
}

type Named = { id: string; firstName: string; lastName: string }

function PersonLink({ eventId, person }: { eventId: string; person: Named }) {
  return (
    <a href={pathTo(`/events/${eventId}/registrations/${person.id}`)}>
      <bdi class="clip">{nameOf(person)}</bdi>
    </a>
  )
}
