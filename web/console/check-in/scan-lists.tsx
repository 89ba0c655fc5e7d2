import { Button } from '../../ui/button.tsx'
import type { Door } from './door/door.ts'
import { isUnsent, type Scan } from './door/scan.ts'
import { text } from './texts.ts'
import { formatWhen } from './times.ts'

/** Scans that are still to be sent, and the server's answers to those that were. */
export function ScanLists({ door }: { door: Door }) {
  const told = door.scans.value.filter(({ state }) => state === 'told')
  const waiting = door.scans.value.filter(isUnsent)
  return (
    <>
      {told.length > 0 && <ToldList door={door} scans={told} />}
      {waiting.length > 0 && <WaitingList door={door} scans={waiting} />}
    </>
  )
}

function ToldList({ door, scans }: { door: Door; scans: readonly Scan[] }) {
  return (
    <section class="card door-told" aria-live="polite">
      <h2>{text('toldTitle', { count: scans.length })}</h2>
      <ul>
        {scans.map((scan) => (
          <li key={scan.id}>
            <p>
              <bdi class="door-name">{nameOf(door, scan)}</bdi>{' '}
              <span class="soft">{timeOf(door, scan.at)}</span>
            </p>
            <p>{toldText(door, scan)}</p>
            <div class="actions">
              {scan.told?.code === 'not-expected' && (
                <Button size="small" onClick={() => void door.insist(scan)}>
                  {text('record')}
                </Button>
              )}
              <Button size="small" onClick={() => void door.dismiss(scan.id)}>
                {text('dismiss')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingList({ door, scans }: { door: Door; scans: readonly Scan[] }) {
  return (
    <section class="card">
      <h2>{text('waitingTitle', { count: scans.length })}</h2>
      <p class="soft">{text('waitingHelp')}</p>
      <ul class="door-waiting">
        {scans.slice(-50).map((scan) => (
          <li key={scan.id}>
            <bdi class="door-name">{nameOf(door, scan)}</bdi>{' '}
            <span class="soft">
              {timeOf(door, scan.at)}
              {scan.state === 'taken-back' && ` · ${text('undone')}`}
            </span>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => void door.sync()}>
        {text('sendNow')}
      </Button>
    </section>
  )
}

function nameOf(door: Door, { attendeeId, name }: Scan): string {
  return door.personOf(attendeeId)?.name ?? (name || text('somebody'))
}

function timeOf(door: Door, at: number): string {
  return formatWhen(at, door.pack.value?.head.timezone ?? 'UTC', door.now())
}

const told: Readonly<Record<string, 'toldNotExpected' | 'toldNotIn' | 'toldUnknown' | 'toldForged'>> = {
  'not-expected': 'toldNotExpected',
  'not-checked-in': 'toldNotIn',
  'not-found': 'toldUnknown',
  invalid: 'toldForged',
}

function toldText(door: Door, scan: Scan): string {
  const { code = '', at, gate } = scan.told ?? {}
  if (code === 'also-in' || code === 'already-checked-in') {
    if (at === undefined) return text('toldAlready')
    const where = { time: timeOf(door, at), gate: gate ?? text('otherGate') }
    return code === 'also-in' ? text('toldAlso', where) : text('toldAlreadyAt', where)
  }
  const known = told[code]
  return known === undefined ? text('toldOther', { code }) : text(known)
}
