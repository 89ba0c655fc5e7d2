import { closeVault, isLocked, lock } from '../base/state.ts'
import { readIdleMinutes } from './idle-minutes.ts'

const signs = ['pointerdown', 'keydown', 'wheel'] as const
const MINUTE_MS = 60_000

/** Locks the app after a period without user activity; time asleep counts too. */
export function startAutoLock(): void {
  let seenAt = Date.now()
  const lockIfIdle = () => {
    if (
      lock.value?.kind !== 'none' &&
      !isLocked.value &&
      Date.now() - seenAt >= readIdleMinutes() * MINUTE_MS
    )
      closeVault()
  }
  const note = () => {
    lockIfIdle()
    seenAt = Date.now()
  }
  for (const sign of signs) addEventListener(sign, note, { passive: true, capture: true })
  document.addEventListener('visibilitychange', lockIfIdle)
  setInterval(lockIfIdle, 5_000)
}
