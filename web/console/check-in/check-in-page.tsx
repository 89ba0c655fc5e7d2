import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { showToast } from '../../ui/toast.tsx'
import { Page } from '../base/page.tsx'
import { pathTo } from '../base/place.ts'
import { organisationId, sessionState } from '../base/session-state.ts'
import { Door } from './door/door.ts'
import type { Way } from './door/person.ts'
import { forgetOld } from './door/prepared.ts'
import { device, gate } from './door/settings.ts'
import { toneOf, type Verdict } from './door/verdict.ts'
import { DoorBar } from './door-bar.tsx'
import { DoorSetup } from './door-setup.tsx'
import { signalTone } from './feedback.ts'
import { keepPage } from './keep-page.ts'
import { ScanLists } from './scan-lists.tsx'
import { ScanPanel } from './scan-panel.tsx'
import { SearchPanel } from './search-panel.tsx'
import { text } from './texts.ts'
import { VerdictPanel } from './verdict-panel.tsx'

/** Check-in on a phone. Everything except loading the list works offline. */
export function CheckInPage({ eventId }: { eventId: string }) {
  const { query } = useLocation()
  const sessionId = query.session ?? null
  const door = useDoor(eventId, sessionId)
  const [isSetUp, setSetUp] = useState(true)
  const [hasStorage, setStorage] = useState<boolean>()
  useEffect(() => {
    void keepPage()
    let isOver = false
    forgetOld(Date.now())
      .then(() => door.open())
      .then(
        () => isOver || setStorage(true),
        () => isOver || setStorage(false),
      )
    return () => {
      isOver = true
      door.close()
    }
  }, [door])
  // After signing in again, waiting scans are sent at once.
  const isSignedIn = sessionState.value === 'signed-in'
  useEffect(() => {
    if (isSignedIn) void door.sync()
  }, [door, isSignedIn])
  const pack = door.pack.value
  return (
    <div class="check-in">
      <Page title={text('title')} {...(pack === undefined ? {} : { lead: <bdi>{pack.head.title}</bdi> })}>
        <p class="door-back">
          <a href={pathTo(`/events/${eventId}`)}>{text('back')}</a>
        </p>
        {hasStorage === false && <p class="notice bad">{text('noStorage')}</p>}
        {pack !== undefined && <DoorBar door={door} onSettings={() => setSetUp(!isSetUp)} />}
        {hasStorage === true && (pack === undefined || !isSetUp) && (
          <DoorSetup door={door} eventId={eventId} sessionId={sessionId} onDone={() => setSetUp(true)} />
        )}
        {pack !== undefined && isSetUp && <Counter door={door} />}
        <ScanLists door={door} />
      </Page>
    </div>
  )
}

function useDoor(eventId: string, sessionId: string | null): Door {
  return useMemo(() => {
    const place = { organisationId: organisationId.peek(), eventId, sessionId }
    return new Door(place, () => ({ gate: gate.value.peek().trim(), device: device.value.peek().trim() }))
  }, [eventId, sessionId])
}

/** The screen where people are checked in one after the other. */
function Counter({ door }: { door: Door }) {
  const [way, setWay] = useState<Way>('checked-in')
  const [verdict, setVerdict] = useState<Verdict | 'asked'>()
  const latest = useRef(0)
  /** Clears the previous result at once, so that it is not mistaken for this person's. */
  const ask = async (answer: Promise<Verdict>) => {
    const turn = ++latest.current
    setVerdict('asked')
    const said = await answer.catch((): Verdict => ({ kind: 'failed', way, at: door.now() }))
    // The next person has been scanned since, so this result is dropped.
    if (turn !== latest.current) return
    setVerdict(said)
    signalTone(toneOf(said))
  }
  /** A green card must not stay on the screen while the next person is looked up. A pending result is still shown. */
  const clear = () => setVerdict((shown) => (shown === 'asked' ? shown : undefined))
  const undo = async ({ attendeeId = '' }: Verdict) => {
    try {
      await door.takeBack(attendeeId)
      setVerdict(undefined)
      showToast(text('undone'))
    } catch {
      showToast(text('undoFailed'))
    }
  }
  return (
    <div class="door-desk">
      <fieldset class="door-way">
        <legend class="visually-hidden">{text('way')}</legend>
        <Choice way="checked-in" chosen={way} onChoose={setWay} />
        <Choice way="checked-out" chosen={way} onChoose={setWay} />
      </fieldset>
      <VerdictPanel
        door={door}
        verdict={verdict}
        onLetIn={({ attendeeId = '', way: asked, method = 'scan' }) =>
          void ask(door.admit(attendeeId, { way: asked, method, force: true }))
        }
        onUndo={(said) => void undo(said)}
      />
      <ScanPanel onText={(scanned) => void ask(door.takeTicket(scanned, way))} />
      <SearchPanel
        door={door}
        onTicket={(ticket) => void ask(door.takeTicket(ticket, way))}
        onPerson={({ id }) => void ask(door.admit(id, { way, method: 'manual' }))}
        onTyping={clear}
        onNobody={(name) => void ask(Promise.resolve({ kind: 'unlisted', name, way, at: door.now() }))}
      />
    </div>
  )
}

type ChoiceProps = { way: Way; chosen: Way; onChoose: (way: Way) => void }

function Choice({ way, chosen, onChoose }: ChoiceProps) {
  return (
    <label>
      <input type="radio" name="way" checked={way === chosen} onChange={() => onChoose(way)} />
      {text(way === 'checked-in' ? 'wayIn' : 'wayOut')}
    </label>
  )
}
