import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/inputs/inputs.tsx'
import { problemOf } from '../../ui/problems/problem.ts'
import { problemText } from '../../ui/problems/problem-text.ts'
import type { Door } from './door/door.ts'
import { forgetPack } from './door/prepared.ts'
import { device, gate, hasSound, hasVibration } from './door/settings.ts'
import { DoorChoice } from './door-choice.tsx'
import { text } from './texts.ts'

type DoorSetupProps = { door: Door; eventId: string; sessionId: string | null; onDone: () => void }

/** Sets up this device: its door and its list. */
export function DoorSetup({ door, eventId, sessionId, onDone }: DoorSetupProps) {
  const action = useAction(prepareFailure)
  const pack = door.pack.value
  const count = door.loading.value
  const prepare = () =>
    action.run(async () => {
      await door.prepare()
      onDone()
    })
  return (
    <section class="card door-setup">
      <h2>{text(pack === undefined ? 'prepareTitle' : 'settings')}</h2>
      <p>{text('prepareLead')}</p>
      <DoorChoice eventId={eventId} sessionId={sessionId} />
      <NameField label={text('gate')} help={text('gateHelp')} of={gate} />
      <NameField label={text('device')} of={device} />
      <Switch label={text('sound')} of={hasSound} />
      <Switch label={text('vibration')} of={hasVibration} />
      <p class="soft">{text('prepareWhat')}</p>
      <div role="status">{count !== undefined && <p>{text('preparing', { count })}</p>}</div>
      <div role="alert">{action.failure !== undefined && <p class="notice bad">{action.failure}</p>}</div>
      <div class="actions">
        <Button look="primary" disabled={action.isBusy} onClick={prepare}>
          {text(pack === undefined ? 'prepare' : 'readAgain')}
        </Button>
        {pack !== undefined && (
          <>
            <Button onClick={onDone}>{text('done')}</Button>
            <Button
              look="quiet"
              onClick={() =>
                action.run(async () => {
                  await forgetPack(pack)
                  door.pack.value = undefined
                })
              }
            >
              {text('removeList')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

function prepareFailure(error: unknown): string {
  const { status } = problemOf(error)
  return text('prepareFailed', { reason: status === 0 ? text('prepareOffline') : problemText(error) })
}

type Setting = typeof gate

function NameField({ label, help, of }: { label: string; help?: string; of: Setting }) {
  return (
    <TextInput
      label={label}
      {...(help === undefined ? {} : { help })}
      maxLength={60}
      value={of.value.value}
      onChange={of.set}
    />
  )
}

function Switch({ label, of }: { label: string; of: Setting }) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={of.value.value === 'on'}
        onChange={(event) => of.set(event.currentTarget.checked ? 'on' : 'off')}
      />
      {label}
    </label>
  )
}
