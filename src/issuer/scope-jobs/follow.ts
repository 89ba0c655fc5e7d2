import type { Context } from '../../kernel/context.ts'

type Followed = {
  /** Sends the state as it is, and gives the time at which it changes by itself, if it does. */
  tell: () => Promise<number | undefined>
  /** Gives the way to stop listening. */
  subscribe: (wake: () => void) => () => void
  end: () => void
}

/**
 * Tells now, at every change and when the time comes that `tell` gave; one after the other, so that the last word is
 * the newest. A failure ends the stream, and the client connects again.
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
