import { openVault, updateLock } from '../base/state.ts'
import type { LockRecord, PinLock } from '../store/lock-record.ts'
import { countTry, openPinLock } from './pin.ts'

/** Throws if the PIN is wrong, or if the user must still wait. */
export async function unlockByPin(lock: LockRecord & PinLock, pin: string): Promise<void> {
  const key = (await takeTry()) ? await openPinLock(lock, pin) : undefined
  if (key === undefined) throw new Error('this is not the PIN')
  await updateLock((record) => (record.kind === 'pin' ? { ...record, failures: 0, notBefore: 0 } : record))
  await openVault(key)
}

/** Counted in storage, which all windows share. */
async function takeTry(): Promise<boolean> {
  let isTaken = false
  await updateLock((record) => {
    const counted = record.kind === 'pin' ? countTry(record, Date.now()) : undefined
    isTaken = counted !== undefined
    return counted ?? record
  })
  return isTaken
}
