import { useState } from 'preact/hooks'
import { useAnswer } from '../../ui/ask.ts'
import { SelectInput, TextInput } from '../../ui/inputs/inputs.tsx'
import { Await } from '../../ui/lists/load.tsx'
import { Pager } from '../../ui/lists/pager.tsx'
import { EmptyState } from '../../ui/lists/states.tsx'
import { consoleEvents } from '../base/services.ts'
import { RecordTable } from './record-table.tsx'
import { text } from './texts.ts'

const states = {
  '': 'stateAll',
  'checked-in': 'stateIn',
  'checked-out': 'stateOut',
  registered: 'stateExpected',
  'no-show': 'stateNoShow',
} as const
type State = keyof typeof states

const PAGE = 25

type RecordListProps = { eventId: string; sessionId: string | undefined; zone: string; onChange: () => void }

/** All attendees of the event or session, by status and words, with manual check-in and check-out. */
export function RecordList({ eventId, sessionId, zone, onChange }: RecordListProps) {
  const [typed, setTyped] = useState('')
  const [state, setState] = useState<State>('')
  const [cursor, setCursor] = useState<string>()
  const isFiltered = state !== '' || typed.trim() !== ''
  const query = {
    pageSize: PAGE,
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(state === '' ? {} : { status: state }),
    ...(typed.trim() === '' ? {} : { q: typed.trim() }),
    ...(cursor === undefined ? {} : { cursor }),
  }
  const { loaded, reload } = useAnswer(`${eventId} ${JSON.stringify(query)}`, (signal) =>
    consoleEvents.listAttendanceRecords({ params: { eventId }, query, signal }),
  )
  const changed = () => {
    reload()
    onChange()
  }
  return (
    <section>
      <h3>{text('listTitle')}</h3>
      <div class="board-filter">
        <TextInput
          label={text('search')}
          type="search"
          maxLength={200}
          autocomplete="on"
          value={typed}
          onChange={(next) => {
            setTyped(next)
            setCursor(undefined)
          }}
        />
        <SelectInput
          label={text('state')}
          value={state}
          onChange={(next) => {
            setState(next)
            setCursor(undefined)
          }}
          choices={(Object.keys(states) as State[]).map((value) => ({ value, label: text(states[value]) }))}
        />
      </div>
      <Await loaded={loaded}>
        {({ data, paging }) =>
          data.length === 0 ? (
            <EmptyState
              title={text(isFiltered ? 'none' : 'nobody')}
              lead={text(isFiltered ? 'noneHelp' : 'nobodyHelp')}
            />
          ) : (
            <>
              <RecordTable place={{ eventId, sessionId }} people={data} zone={zone} onChange={changed} />
              <Pager paging={paging} onTurn={setCursor} />
            </>
          )
        }
      </Await>
    </section>
  )
}
