import { useEffect, useState } from 'preact/hooks'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { SelectInput } from '../../ui/inputs/inputs.tsx'
import { showToast } from '../../ui/toast.tsx'
import { closeVault, lock, replaceLock } from '../base/state.ts'
import { text } from '../base/texts.ts'
import { createOpenLock, newLock } from '../store/lock-record.ts'
import { chooseIdleMinutes, idleChoices, readIdleMinutes } from './idle-minutes.ts'
import { loadPasskey } from './load-passkey.ts'
import { NewPin } from './new-pin.tsx'
import { createPinLock } from './pin.ts'

const stateTexts = { none: 'lockNone', pin: 'lockByPin', passkey: 'lockByPasskey' } as const

export function LockSettings() {
  const kind = lock.value?.kind ?? 'none'
  return (
    <section>
      <h2>{text('lockSettings')}</h2>
      <p>{text('lockSettingsNote')}</p>
      <p class={kind === 'none' ? 'notice warn' : 'notice good'}>{text(stateTexts[kind])}</p>
      {kind === 'none' ? <Choices /> : <Active />}
    </section>
  )
}

function Choices() {
  const [isEntering, setEntering] = useState(false)
  const hasPasskey = useCanUsePasskey()
  const { isBusy, failure, run } = useAction(() => text('lockPasskeyFailed'))
  const lockByPin = async (pin: string) => {
    const { lock: made, key } = await createPinLock(pin)
    await replaceLock({ ...newLock(), ...made }, key)
    showToast(text('lockDone'))
  }
  const lockByPasskey = async () => {
    const { createPasskeyLock } = await loadPasskey()
    const { lock: made, key } = await createPasskeyLock(text('appName'))
    await replaceLock({ ...newLock(), ...made }, key)
    showToast(text('lockDone'))
  }
  if (isEntering) return <NewPin onPin={lockByPin} onCancel={() => setEntering(false)} />
  return (
    <>
      <div class="actions">
        <Button onClick={() => setEntering(true)}>{text('lockWithPin')}</Button>
        {hasPasskey && (
          <Button disabled={isBusy} onClick={() => run(lockByPasskey)}>
            {text('lockWithPasskey')}
          </Button>
        )}
      </div>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </>
  )
}

function Active() {
  const [minutes, setMinutes] = useState(readIdleMinutes())
  const { isBusy, failure, run } = useAction(() => text('failedHere'))
  const choose = (wanted: number) => {
    chooseIdleMinutes(wanted)
    setMinutes(wanted)
  }
  const remove = async () => {
    const open = await createOpenLock()
    await replaceLock(open, open.key)
  }
  return (
    <>
      <SelectInput
        label={text('lockAfter')}
        value={String(minutes)}
        onChange={(chosen) => choose(Number(chosen))}
        choices={idleChoices.map((count) => ({
          value: String(count),
          label: text('lockMinutes', { count }),
        }))}
      />
      {failure !== undefined && <p role="alert">{failure}</p>}
      <div class="actions">
        <Button onClick={closeVault}>{text('lockNow')}</Button>
        <Button look="quiet" disabled={isBusy} onClick={() => run(remove)}>
          {text('lockRemove')}
        </Button>
      </div>
    </>
  )
}

function useCanUsePasskey(): boolean {
  const [can, setCan] = useState(false)
  useEffect(() => {
    const ask = async () => setCan(await (await loadPasskey()).canUsePasskey())
    // Without the network it may be impossible to load; the PIN is offered anyway.
    ask().catch(() => undefined)
  }, [])
  return can
}
