import { computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import { createExpiringLists, type Expiring, type Lists } from './expiring-lists.ts'
import { type Connection, follow } from './follow.ts'
import { without } from './without.ts'

type Source<Holder, Item> = {
  /** The identities or enrolments whose inboxes are followed, each with its own key. */
  readonly holders: ReadonlySignal<readonly Holder[]>
  stream(holder: Holder, signal: AbortSignal): AsyncGenerator<readonly Item[]>
  list(holder: Holder, signal: AbortSignal): Promise<readonly Item[]>
  /** Called with items that have left the list. */
  onGone(gone: readonly Item[]): void
  idOf(item: Item): string
}

/** An item with the identity or enrolment whose inbox it is in. */
export type Held<Item> = Item & { readonly holder: string }

type Inboxes<Item> = {
  /** Waiting items, by holder. */
  readonly waiting: ReadonlySignal<Lists<Item>>
  /** All of them, oldest first. */
  readonly all: ReadonlySignal<readonly Held<Item>[]>
  readonly connections: ReadonlySignal<Readonly<Record<string, Connection>>>
  start(): void
}

/** Follows the inbox of every holder as long as the holder exists. */
export function createInboxes<
  Holder extends { readonly id: string },
  Item extends Expiring & { readonly created_at: string },
>(source: Source<Holder, Item>): Inboxes<Item> {
  const waiting = createExpiringLists(source)
  const connections = signal<Readonly<Record<string, Connection>>>({})
  const running = new Map<string, AbortController>()
  const all = computed(() =>
    Object.entries(waiting.lists.value)
      .flatMap(([holder, items]) => items.map((item) => ({ ...item, holder })))
      .sort((a, b) => a.created_at.localeCompare(b.created_at)),
  )

  function begin(holder: Holder): void {
    const { id } = holder
    const controller = new AbortController()
    running.set(id, controller)
    const whileRunning = (work: () => void) => {
      if (!controller.signal.aborted) work()
    }
    const followed = {
      stream: (signal: AbortSignal) => source.stream(holder, signal),
      list: (signal: AbortSignal) => source.list(holder, signal),
      onItem: (items: readonly Item[]) => whileRunning(() => waiting.set(id, items)),
      onConnection: (connection: Connection) =>
        whileRunning(() => {
          connections.value = { ...connections.peek(), [id]: connection }
        }),
    }
    void follow(followed, controller.signal)
  }

  function end(id: string, controller: AbortController): void {
    running.delete(id)
    controller.abort()
    waiting.remove(id)
    connections.value = without(connections.peek(), id)
  }

  function update(holders: readonly Holder[]): void {
    for (const [id, controller] of running)
      if (!holders.some((holder) => holder.id === id)) end(id, controller)
    for (const holder of holders) if (!running.has(holder.id)) begin(holder)
  }

  const start = () => void effect(() => update(source.holders.value))
  return { waiting: waiting.lists, all, connections, start }
}
