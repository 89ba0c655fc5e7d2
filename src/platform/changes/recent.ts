import type { Change } from './store.ts'

const MOST = 10_000

/** Remembers the newest changes until they are taken. */
export class RecentChanges {
  readonly #names = new Map<number, string>()

  add(change: Change): void {
    this.#names.set(change.seq, nameOf(change))
    for (const oldest of this.#names.keys()) {
      if (this.#names.size <= MOST) return
      this.#names.delete(oldest)
    }
  }

  take(change: Change): boolean {
    return this.#names.get(change.seq) === nameOf(change) && this.#names.delete(change.seq)
  }
}

function nameOf({ topic, key }: Change): string {
  return `${topic}\n${key}`
}
