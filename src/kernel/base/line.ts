/** A member of a line. It can be in only one line at a time. */
type InLine<M> = { before: M | undefined; after: M | undefined }

/**
 * First in, first out, and any member can leave at any time. A Map or a Set keeps an order too, but passes everything
 * that was deleted before its first member each time it looks for it: 20,000 deletions take 20 µs.
 */
export class Line<M extends InLine<M>> {
  #first: M | undefined
  #last: M | undefined

  get first(): M | undefined {
    return this.#first
  }

  /** To the end of the line. */
  join(member: M): void {
    member.before = this.#last
    member.after = undefined
    if (this.#last === undefined) this.#first = member
    else this.#last.after = member
    this.#last = member
  }

  /** Only for a member of this line. */
  leave(member: M): void {
    const { before, after } = member
    if (before === undefined) this.#first = after
    else before.after = after
    if (after === undefined) this.#last = before
    else after.before = before
    member.before = undefined
    member.after = undefined
  }

  clear(): void {
    this.#first = undefined
    this.#last = undefined
  }
}
