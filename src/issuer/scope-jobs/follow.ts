import type { Context } from '../../kernel/context.ts'

type Followed = {
  /** Sends the current state. Returns the time at which it will change without a notification, if there is one. */
  tell: () => Promise<number | undefined>
  /** Returns a function that unsubscribes. */
  subscribe: (wake: () => void) => () => void
  end: () => void
}

/**
 * Calls `tell` now, on every change and at the time that `tell` returned. Calls never overlap, so the last state sent
 * is the newest. An error ends the stream, and the client reconnects.
 */
export function follow(
  { log, clock }: Pick<Context, 'log' | 'clock'>,
  { tell, subscribe, end }: Followed,
): () => void {
  let telling = false
  let changed = false
  let over = false
  let timer: NodeJS.Timeout | undefined

  function arm(due: number): void {
    const left = Math.max(1, due - clock.now())
    timer = setTimeout(() => (clock.now() < due ? arm(due) : wake()), left)
  }

  async function tellAll(): Promise<void> {
    while (changed && !over) {
      changed = false
      clearTimeout(timer)
      const due = await tell()
      if (due !== undefined && !over) arm(due)
    }
  }

  function wake(): void {
    changed = true
    if (telling) return
    telling = true
    tellAll()
      .catch((cause: unknown) => {
        log.warn('a stream ended early', { cause })
        end()
      })
      .finally(() => {
        telling = false
      })
  }

  const leave = subscribe(wake)
  wake()
  return () => {
    over = true
    clearTimeout(timer)
    leave()
  }
}
