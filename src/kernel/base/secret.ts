import { createHash, timingSafeEqual } from 'node:crypto'
import { inspect } from 'node:util'

const mask = '[secret]'

/** A text that never appears in log lines, templates, JSON or inspected objects. */
export class Secret {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  reveal(): string {
    return this.#text
  }

  toString(): string {
    return mask
  }

  toJSON(): string {
    return mask
  }

  [inspect.custom](): string {
    return mask
  }
}

/** The time taken reveals only whether the texts have the same length. */
export function equalInConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return timingSafeEqual(hash(a), hash(b))
  return timingSafeEqual(Buffer.from(a, 'utf16le'), Buffer.from(b, 'utf16le'))
}

// UTF-16 keeps ill-formed strings different; UTF-8 would turn all of them into U+FFFD.
function hash(text: string): Buffer {
  return createHash('sha256').update(text, 'utf16le').digest()
}
