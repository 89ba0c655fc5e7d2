import { Button } from '../../ui/button.tsx'
import type { Desk } from './desk/desk.ts'
import { isUnsent, type Scan } from './desk/scan.ts'
import { text } from './texts.ts'
import { formatWhen } from './times.ts'

/** Scans that are still to be sent, and the server's answers to those that were. */
export function ScanLists({ desk }: { desk: Desk }) {
  const told = desk.scans.value.filter(({ state }) => state === 'told')
  const waiting = desk.scans.value.filter(isUnsent)
  return (
    <>
      {told.length > 0 && <ToldList desk={desk} scans={told} />}
      {waiting.length > 0 && <WaitingList desk={desk} scans={waiting} />}
    </>
  )
}

function ToldList({ desk, scans }: { desk: Desk; scans: readonly Scan[] }) {
  return (
    <section class="card door-told" aria-live="polite">
      <h2>{text('toldTitle', { count: scans.length })}</h2>
      <ul>
        {scans.map((scan) => (
          <li key={scan.id}>
            <p>
              <bdi class="door-name">{nameOf(desk, scan)}</bdi>{' '}
              <span class="soft">{timeOf(desk, scan.at)}</span>
            </p>
            <p>{toldText(desk, scan)}</p>
            <div class="actions">
              {scan.told?.code === 'not-expected' && (
                <Button size="small" onClick={() => void desk.insist(scan)}>
                  {text('record')}
                </Button>
              )}
              <Button size="small" onClick={() => void desk.dismiss(scan.id)}>
                {text('dismiss')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaitingList({ desk, scans }: { desk: Desk; scans: readonly Scan[] }) {
  return (
    <section class="card">
      <h2>{text('waitingTitle', { count: scans.length })}</h2>
      <p class="soft">{text('waitingHelp')}</p>
      <ul class="door-waiting">
        {scans.slice(-50).map((scan) => (
          <li key={scan.id}>
            <bdi class="door-name">{nameOf(desk, scan)}</bdi>{' '}
            <span class="soft">
              {timeOf(desk, scan.at)}
              {scan.state === 'taken-back' && ` · ${text('undone')}`}
            </span>
          </li>
        ))}
      </ul>
      <Button size="small" onClick={() => void desk.sync()}>
        {text('sendNow')}
      </Button>
    </section>
  )
}

function nameOf(desk: Desk, { attendeeId, name }: Scan): string {
  return desk.personOf(attendeeId)?.name ?? (name || text('somebody'))
}

function timeOf(desk: Desk, at: number): string {
  return formatWhen(at, desk.pack.value?.head.timezone ?? 'UTC', desk.now())
}

const told: Readonly<Record<string, 'toldNotExpected' | 'toldNotIn' | 'toldUnknown' | 'toldForged'>> = {
  'not-expected': 'toldNotExpected',
  'not-checked-in': 'toldNotIn',
  'not-found': 'toldUnknown',
  invalid: 'toldForged',
}

function toldText(desk: Desk, scan: Scan): string {
  const { code = '', at, gate } = scan.told ?? {}
  if (code === 'also-in' || code === 'already-checked-in') {
    if (at === undefined) return text('toldAlready')
    const where = { time: timeOf(desk, at), gate: gate ?? text('otherGate') }
    return code === 'also-in' ? text('toldAlso', where) : text('toldAlreadyAt', where)
  }
  const known = told[code]
  return known === undefined ? text('toldOther', { code }) : text(known)
}
