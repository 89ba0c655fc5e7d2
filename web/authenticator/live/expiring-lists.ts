import { type ReadonlySignal, signal } from '@preact/signals'
import { serverNow } from '../keys/server-time.ts'
import { without } from './without.ts'

const LONGEST_TIMER_MS = 3_600_000

export type Expiring = { readonly expires_at: string | null }
export type Lists<Item> = Readonly<Record<string, readonly Item[]>>

type ExpiringLists<Item> = {
  readonly lists: ReadonlySignal<Lists<Item>>
  set(id: string, items: readonly Item[]): void
  remove(id: string): void
}

type Rules<Item> = {
  idOf(item: Item): string
  /** Called with items that have left the list. */
  onGone(gone: readonly Item[]): void
}

/** Lists whose items leave when they expire, even if the server does not say so. */
export function createExpiringLists<Item extends Expiring>({
  idOf,
  onGone,
}: Rules<Item>): ExpiringLists<Item> {
  const lists = signal<Lists<Item>>({})
  let timer: ReturnType<typeof setTimeout> | undefined

  function set(id: string, items: readonly Item[]): void {
    const ids = new Set(items.map(idOf))
    const before = lists.peek()[id] ?? []
    lists.value = { ...lists.peek(), [id]: items }
    onGone(before.filter((item) => !ids.has(idOf(item))))
    armTimer()
  }

  function armTimer(): void {
    clearTimeout(timer)
    const next = Math.min(...Object.values(lists.peek()).flat().map(expiryOf))
    if (next !== Number.POSITIVE_INFINITY)
      timer = setTimeout(dropExpired, Math.min(Math.max(0, next - serverNow()), LONGEST_TIMER_MS))
  }

  function dropExpired(): void {
    const now = serverNow()
    for (const [id, items] of Object.entries(lists.peek()))
      if (items.some((item) => expiryOf(item) <= now))
        set(
          id,
          items.filter((item) => expiryOf(item) > now),
        )
    armTimer()
  }

  return {
    lists,
    set,
    remove(id) {
      lists.value = without(lists.peek(), id)
    },
  }
}

function expiryOf({ expires_at }: Expiring): number {
  return expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)
}
