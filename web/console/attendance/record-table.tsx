import { useAction } from '../../ui/action.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { problemText } from '../../ui/problems/problem-text.ts'
import { formatMoment } from '../../ui/time/dates.ts'
import { showToast } from '../../ui/toast.tsx'
import { consoleEvents, registration } from '../base/services.ts'
import { may } from '../base/session.ts'
import { text } from './texts.ts'
import type { DoorPerson } from './use-board.ts'

type Place = { eventId: string; sessionId: string | undefined }
type RecordTableProps = { place: Place; people: readonly DoorPerson[]; zone: string; onChange: () => void }

export function RecordTable({ place, people, zone, onChange }: RecordTableProps) {
  const action = useAction(problemText)
  const isAllowed = may('attendance:write')
  const act = (work: () => Promise<unknown>, done: string) =>
    action.run(async () => {
      await work()
      showToast(done)
      onChange()
    })
  const rows = people.map((person) => ({
    key: person.attendeeId,
    cells: [
      <bdi class="person-name">{nameOf(person)}</bdi>,
      person.confirmationNumber,
      <State person={person} />,
      whenOf(person, zone),
      <bdi>{person.record?.gate}</bdi>,
      ...(isAllowed ? [<Actions place={place} person={person} onAct={act} />] : []),
    ],
  }))
  return (
    <>
      <div role="alert">{action.failure !== undefined && <p class="notice bad">{action.failure}</p>}</div>
      <Table
        label={text('listTitle')}
        head={[
          text('name'),
          text('number'),
          text('state'),
          text('when'),
          text('gate'),
          ...(isAllowed ? [text('actions')] : []),
        ]}
        rows={rows}
      />
    </>
  )
}

function nameOf({ firstName, lastName }: DoorPerson): string {
  return `${firstName} ${lastName}`
}

function whenOf({ record }: DoorPerson, zone: string): string {
  const time = record?.checkedOutAt ?? record?.checkedInAt ?? null
  return time === null ? '' : formatMoment(time, zone)
}

const looks = {
  'checked-in': { tone: 'good', name: 'stateIn' },
  'checked-out': { tone: undefined, name: 'stateOut' },
  registered: { tone: 'info', name: 'stateExpected' },
  'no-show': { tone: 'warn', name: 'stateNoShow' },
} as const
const standings = {
  waiting: 'standingWaiting',
  cancelled: 'standingCancelled',
  'not-enrolled': 'standingNotEnrolled',
} as const

function State({ person: { record, standing } }: { person: DoorPerson }) {
  if (record !== null)
    return <Badge tone={looks[record.status].tone}>{text(looks[record.status].name)}</Badge>
  return standing === 'expected' ? null : <Badge tone="warn">{text(standings[standing])}</Badge>
}

type ActionsProps = {
  place: Place
  person: DoorPerson
  onAct: (work: () => Promise<unknown>, done: string) => void
}

function Actions({ place, person, onAct }: ActionsProps) {
  const name = nameOf(person)
  const status = person.record?.status
  const canEnter = person.standing === 'expected' && status !== 'checked-in'
  return (
    <span class="row-actions">
      {canEnter && (
        <Button
          size="small"
          label={text('checkInWho', { name })}
          onClick={() => onAct(() => scan(place, person, 'checked-in'), text('doneIn', { name }))}
        >
          {text('checkIn')}
        </Button>
      )}
      {status === 'checked-in' && (
        <Button
          size="small"
          label={text('checkOutWho', { name })}
          onClick={() => onAct(() => scan(place, person, 'checked-out'), text('doneOut', { name }))}
        >
          {text('checkOut')}
        </Button>
      )}
      {(status === 'checked-in' || status === 'checked-out') && (
        <Button
          size="small"
          look="quiet"
          label={text('undoWho', { name })}
          onClick={() => onAct(() => undo(place, person), text('doneUndo', { name }))}
        >
          {text('undo')}
        </Button>
      )}
    </span>
  )
}

function scan(
  { eventId, sessionId }: Place,
  { attendeeId }: DoorPerson,
  status: 'checked-in' | 'checked-out',
) {
  const body = { attendeeId, status, method: 'manual' as const, nonce: crypto.randomUUID() }
  return sessionId === undefined
    ? registration.checkIn({ params: { eventId }, body })
    : registration.checkInToSession({ params: { eventId, sessionId }, body })
}

function undo({ eventId, sessionId }: Place, { attendeeId }: DoorPerson) {
  const query = sessionId === undefined ? {} : { sessionId }
  return consoleEvents.undoCheckIn({ params: { eventId, attendeeId }, query })
}
