import { useState } from 'preact/hooks'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/inputs/form.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import type { Door } from './door/door.ts'
import type { Person } from './door/person.ts'
import { looksLikeTicket } from './door/ticket.ts'
import { text } from './texts.ts'
import { formatWhen } from './times.ts'

type SearchPanelProps = {
  door: Door
  onTicket: (ticket: string) => void
  onPerson: (person: Person) => void
  /** Called when another person is being looked up. */
  onTyping: () => void
  /** Called if nobody on the list matches. */
  onNobody: (typed: string) => void
}

/** Search by name, confirmation number or ticket text. The list is on the device, so results appear while typing. */
export function SearchPanel({ door, onTicket, onPerson, onTyping, onNobody }: SearchPanelProps) {
  const [typed, setTyped] = useState('')
  const isLookUp = typed.trim().length > 1 && !looksLikeTicket(typed)
  const isTicket = looksLikeTicket(typed)
  const found = isLookUp ? door.find(typed) : []
  const submit = () => {
    const [first, second] = found
    if (isTicket) onTicket(typed)
    else if (first !== undefined && second === undefined) onPerson(first)
    else {
      if (isLookUp && first === undefined) onNobody(typed.trim())
      return
    }
    setTyped('')
  }
  const choose = (person: Person) => {
    setTyped('')
    onPerson(person)
  }
  return (
    <Form class="door-search" onSubmit={submit}>
      <TextInput
        label={text('search')}
        help={text('searchHelp')}
        type="search"
        autocapitalize="off"
        spellcheck={false}
        maxLength={2_000}
        value={typed}
        onChange={(value) => {
          setTyped(value)
          onTyping()
        }}
      />
      <div role="status">
        {isLookUp && found.length === 0 && <p>{text('searchNone')}</p>}
        {found.length > 1 && <p class="soft">{text('searchSeveral')}</p>}
      </div>
      {isTicket && <Button type="submit">{text('wayIn')}</Button>}
      {found.length > 0 && <Found door={door} people={found} onPerson={choose} />}
    </Form>
  )
}

type FoundProps = { door: Door; people: readonly Person[]; onPerson: (person: Person) => void }

function Found({ door, people, onPerson }: FoundProps) {
  const { timezone = 'UTC', types = [] } = door.pack.value?.head ?? {}
  return (
    <ul class="door-found" aria-label={text('found')}>
      {people.map((person) => (
        <li key={person.id}>
          <button type="button" onClick={() => onPerson(person)}>
            <bdi class="door-name">{person.name}</bdi>
            <span class="soft">
              <bdi>{types[person.type ?? -1]?.name ?? ''}</bdi> {person.number}
            </span>
            <State person={person} zone={timezone} now={door.now()} />
          </button>
        </li>
      ))}
    </ul>
  )
}

const standings = {
  waiting: 'standingWaiting',
  cancelled: 'standingCancelled',
  'not-enrolled': 'standingNotEnrolled',
} as const

function State({ person: { presence, standing }, zone, now }: { person: Person; zone: string; now: number }) {
  if (presence !== undefined) {
    const time = formatWhen(presence.at, zone, now)
    return presence.status === 'checked-in' ? (
      <Badge tone="good">{text('personIn', { time })}</Badge>
    ) : (
      <Badge>{text('personOut', { time })}</Badge>
    )
  }
  return standing === 'expected' ? null : <Badge tone="warn">{text(standings[standing])}</Badge>
}
