const MAX_NOTES = 100

/** Collects any number of notes in bounded memory. */
export class Notes {
  readonly #notes: string[] = []
  #dropped = 0

  add(note: string): void {
    if (this.#notes.includes(note)) return
    if (this.#notes.length < MAX_NOTES) this.#notes.push(note)
    else this.#dropped += 1
  }

  list(): string[] {
    return this.#dropped === 0 ? this.#notes : [...this.#notes, `There are ${this.#dropped} more notes.`]
  }
}
