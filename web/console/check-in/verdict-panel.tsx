import { Button } from '../../ui/button.tsx'
import type { Door } from './door/door.ts'
import { mayForce, toneOf, type Verdict } from './door/verdict.ts'
import { text } from './texts.ts'
import { formatWhen } from './times.ts'

const titles = {
  welcome: 'verdictWelcome',
  goodbye: 'verdictGoodbye',
  'already-in': 'verdictAlreadyIn',
  'not-in': 'verdictNotIn',
  unproven: 'verdictUnproven',
  unknown: 'verdictUnknown',
  unlisted: 'verdictUnknown',
  failed: 'verdictFailed',
  waiting: 'verdictWaiting',
  cancelled: 'verdictCancelled',
  'not-enrolled': 'verdictNotEnrolled',
  'no-ticket': 'verdictNoTicket',
  forged: 'verdictForged',
  'other-event': 'verdictOtherEvent',
  over: 'verdictOver',
  replaced: 'verdictReplaced',
} as const satisfies Record<Verdict['kind'], string>

const signs = { good: 'M5 13l4 4 10-11', warn: 'M12 6v8M12 18h.01', bad: 'M6 6l12 12M18 6L6 18' } as const

type VerdictPanelProps = {
  door: Door
  verdict: Verdict | 'asked' | undefined
  onLetIn: (verdict: Verdict) => void
  onUndo: (verdict: Verdict) => void
}

/** The result of a scan, large enough to see from behind the device. */
export function VerdictPanel({ door, verdict, onLetIn, onUndo }: VerdictPanelProps) {
  if (verdict === undefined || verdict === 'asked')
    return (
      <div class="verdict" role="status" aria-live="assertive">
        <p class="verdict-inside soft">{text(verdict === undefined ? 'ready' : 'asked')}</p>
      </div>
    )
  return (
    <div class={`verdict ${toneOf(verdict)}`} role="status" aria-live="assertive">
      <div key={verdict.at} class="verdict-inside">
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d={signs[toneOf(verdict)]} />
        </svg>
        <strong>{text(titles[verdict.kind])}</strong>
        {verdict.name !== undefined && <bdi class="verdict-name">{verdict.name}</bdi>}
        {verdict.type !== undefined && <bdi class="verdict-type">{verdict.type}</bdi>}
        <Notes door={door} verdict={verdict} />
        <div class="actions">
          {mayForce(verdict) && <Button onClick={() => onLetIn(verdict)}>{text('letIn')}</Button>}
          {verdict.kind === 'welcome' && <Button onClick={() => onUndo(verdict)}>{text('undo')}</Button>}
        </div>
      </div>
    </div>
  )
}

const notes = {
  unproven: 'noteUnproven',
  unknown: 'noteUnknown',
  unlisted: 'searchNone',
  forged: 'noteForged',
  replaced: 'noteReplaced',
  failed: 'noteFailed',
} as const

function Notes({ door, verdict }: { door: Door; verdict: Verdict }) {
  const { kind, presence, isWaiting, isUnlisted } = verdict
  const note = kind in notes ? notes[kind as keyof typeof notes] : undefined
  const zone = door.pack.value?.head.timezone ?? 'UTC'
  return (
    <>
      {presence !== undefined && <p>{sinceText(presence, formatWhen(presence.at, zone, door.now()))}</p>}
      {note !== undefined && <p>{text(note)}</p>}
      {isUnlisted === true && <p>{text('noteUnlisted')}</p>}
      {isWaiting === true && <p>{text('noteWaiting')}</p>}
    </>
  )
}

function sinceText({ gate }: { gate: string | null }, time: string): string {
  return gate === null ? text('noteSince', { time }) : text('noteSinceAt', { time, gate })
}
