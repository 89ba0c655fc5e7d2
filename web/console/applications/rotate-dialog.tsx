import { useState } from 'preact/hooks'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { DialogActions, DialogClose } from '../../ui/dialogs/dialog-actions.tsx'
import { consoleServer } from '../base/services.ts'
import { Failure } from '../identity/parts.tsx'
import { text } from '../identity/texts.ts'
import { useWork } from '../identity/work.ts'
import type { Key, NewKey } from './key.ts'
import { NewKeyShown } from './new-key.tsx'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Replaces a key; the new one is shown in the same dialog. */
export function RotateDialog({ of: key, onClose }: { of: Key; onClose: () => void }) {
  const [made, setMade] = useState<NewKey>()
  return (
    <Dialog title={text(made === undefined ? 'rotateTitle' : 'rotated')} onClose={onClose}>
      {made === undefined ? (
        <Ask of={key} onMade={setMade} onClose={onClose} />
      ) : (
        <>
          <NewKeyShown service={key.service} secret={made.secret} serviceUrl={made.serviceUrl} />
          <DialogClose label={text('keyKept')} onClose={onClose} />
        </>
      )}
    </Dialog>
  )
}

type AskProps = { of: Key; onMade: (made: NewKey) => void; onClose: () => void }

function Ask({ of: key, onMade, onClose }: AskProps) {
  const work = useWork()
  const [overlap, setOverlap] = useState(DAY)
  const rotate = () =>
    work.run(async () => {
      const body = { overlapSeconds: overlap }
      onMade((await consoleServer.rotateKey({ params: { keyId: key.id }, body })).body)
    })
  return (
    <>
      <p>
        <bdi>{key.name}</bdi> <code>{key.hint}…</code>
      </p>
      <p>{text('rotateLead')}</p>
      <OverlapChoice value={overlap} onChange={setOverlap} />
      {key.service === 'twofactor' && <p class="id-soft">{text('rotateCallbacks')}</p>}
      <Failure work={work} />
      <DialogActions yes={text('rotate')} disabled={work.isBusy} onYes={rotate} onClose={onClose} />
    </>
  )
}

function OverlapChoice({ value, onChange }: { value: number; onChange: (seconds: number) => void }) {
  const choices = [
    [HOUR, text('overlapHour')],
    [DAY, text('overlapDay')],
    [7 * DAY, text('overlapWeek')],
    [0, text('overlapNone')],
  ] as const
  return (
    <fieldset>
      <legend>{text('overlap')}</legend>
      {choices.map(([seconds, name]) => (
        <label class="id-check" key={seconds}>
          <input type="radio" name="overlap" checked={value === seconds} onChange={() => onChange(seconds)} />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}
